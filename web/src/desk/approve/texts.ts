import { catalogue } from '@/lib/language';

/** A colleague's approval of what the person may not do alone. */
export const approveTexts = catalogue('approve', {
  manager: 'A manager or an owner approves.',
  owner: 'An owner approves.',
  who: 'Who approves',
  choose: 'Choose who approves',
  pinOf: (name: string) => `PIN of ${name}`,
  codeOf: (name: string) => `Code of the app of ${name}`,
  byCode: 'By a code of the app',
  byPin: 'By PIN',
  byPasskey: 'By a passkey',
  passkeyOf: (name: string) => `Confirm with the passkey of ${name}`,
  passkeyFirst: 'First confirm with the passkey',
  sixDigits: 'Six digits',
  loading: 'Looking who can approve…',
  nobody: 'No colleague at this venue can approve it.',
  failed: 'It is not known who can approve',
  retry: 'Try again',
});
