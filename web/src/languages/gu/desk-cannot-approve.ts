import type * as cannotApproveFile from '@/desk/approve/cannot-approve-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Why a colleague cannot approve, in Gujarati. */
export const deskCannotApprove: CataloguesOf<typeof cannotApproveFile> = {
  cannotApprove: {
    onlyPasskey: (name) => `${name} પાસે ફક્ત પાસકી છે, અને આ બ્રાઉઝરમાં પાસકી ચાલતી નથી.`,
    cannot: (name) => `${name} અહીં મંજૂરી આપી શકતા નથી.`,
    pinLimit: (amount) => `પિન ફક્ત ${amount} સુધી પૂરતો છે.`,
    pinNeedsPairing: 'પિન ફક્ત જોડેલા ડિવાઇસ પર ચાલે છે.',
    pinTooWeak: 'આના માટે પિન પૂરતો નથી.',
    noPasskeys: 'આ બ્રાઉઝરમાં પાસકી ચાલતી નથી.',
  },
};
