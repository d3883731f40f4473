import { catalogue } from '@/lib/language';

/** Signing in by a passkey, and managing passkeys. */
export const passkeyTexts = catalogue('passkey', {
  signIn: 'Sign in with a passkey',
  orCode: 'Or with your number and a code',
  unsupported: 'This browser does not support passkeys. Use your number and the code of your authenticator app.',
  stopped: 'The passkey was not used: it was stopped, or there is none for this desk here. Try again, or use a code.',
  notMade: 'The passkey was not made: it was stopped, or it took too long. Try again, or use an authenticator app.',
  hereAlready: 'This device holds a passkey of yours already.',
  cannot: 'This device cannot make such a passkey. Use your phone, or an authenticator app.',
  insecure: 'The browser makes no passkeys at this address. Use an authenticator app.',
  title: 'Passkeys',
  text: 'You sign in with your finger, your face or the lock of your device. Nothing to type.',
  none: 'You have no passkey yet.',
  add: 'Add a passkey',
  addHere: 'Make a passkey',
  label: 'Name of this passkey',
  labelHint: 'So that you know it in the list: Nisha’s phone',
  labelWrong: '2 to 40 characters.',
  thisDevice: 'My device',
  added: 'The passkey is added. Your other sessions are signed out.',
  notAdded: 'No passkey was added',
  orApp: 'Or use an authenticator app',
  addedAt: (when: string) => `added ${when}`,
  lastUsed: (when: string) => `last used ${when}`,
  neverUsed: 'not used yet',
  remove: 'Remove',
  removeNamed: (label: string) => `Remove ${label}`,
  removeAsk: (label: string) => `Remove ${label}? You can then no longer sign in with it.`,
  keep: 'Keep it',
  removed: (label: string) => `${label} is removed.`,
  prove: 'Confirm with a passkey',
  proveWhy: 'First confirm that it is you.',
  proveNoKey: 'First add a passkey or an authenticator app.',
  proveNone: 'This browser does not support passkeys. Sign in and do this in the browser where yours is.',
});

/** The form in which a person confirms that it is them. */
export const proofTexts = catalogue('proof', {
  code: 'Code of the app',
  confirm: 'Confirm',
  codeWrong: 'Six digits, as the app shows them now.',
  toKeys: 'My sign-in and sessions',
  offline: 'Not connected. This needs the server.',
});
