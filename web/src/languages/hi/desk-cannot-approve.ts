import type * as cannotApproveFile from '@/desk/approve/cannot-approve-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Why a colleague cannot approve, in Hindi. */
export const deskCannotApprove: CataloguesOf<typeof cannotApproveFile> = {
  cannotApprove: {
    onlyPasskey: (name) => `${name} के पास केवल पासकी है, और इस ब्राउज़र में पासकी नहीं चलती।`,
    cannot: (name) => `${name} यहाँ मंज़ूरी नहीं दे सकते।`,
    pinLimit: (amount) => `पिन केवल ${amount} तक के लिए काफ़ी है।`,
    pinNeedsPairing: 'पिन केवल जोड़े गए डिवाइस पर चलता है।',
    pinTooWeak: 'इसके लिए पिन काफ़ी नहीं है।',
    noPasskeys: 'इस ब्राउज़र में पासकी नहीं चलती।',
  },
};
