import { catalogue } from '@/lib/language';

/** Why a colleague cannot approve. */
export const cannotApproveTexts = catalogue('cannotApprove', {
  onlyPasskey: (name: string) => `${name} has only a passkey, and this browser does not support passkeys.`,
  cannot: (name: string) => `${name} cannot approve here.`,
  pinLimit: (amount: string) => `A PIN is enough only up to ${amount}.`,
  pinNeedsPairing: 'A PIN counts only on a paired device.',
  pinTooWeak: 'A PIN is not enough for this.',
  noPasskeys: 'This browser does not support passkeys.',
});
