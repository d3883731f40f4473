import type * as cannotApproveFile from '@/desk/approve/cannot-approve-texts';
import type { CataloguesOf } from '../catalogues-of';

/** Why a colleague cannot approve, in Marathi. */
export const deskCannotApprove: CataloguesOf<typeof cannotApproveFile> = {
  cannotApprove: {
    onlyPasskey: (name) => `${name} यांच्याकडे फक्त पासकी आहे, आणि या ब्राउझरमध्ये पासकी चालत नाही.`,
    cannot: (name) => `${name} इथे मंजुरी देऊ शकत नाहीत.`,
    pinLimit: (amount) => `पिन फक्त ${amount} पर्यंत पुरेसा आहे.`,
    pinNeedsPairing: 'पिन फक्त जोडलेल्या डिव्हाइसवर चालतो.',
    pinTooWeak: 'यासाठी पिन पुरेसा नाही.',
    noPasskeys: 'या ब्राउझरमध्ये पासकी चालत नाही.',
  },
};
