import { catalogue } from '@/lib/language';

/** Signing in at the desk. */
export const deskSignInTexts = catalogue('deskSignIn', {
  title: 'Sign in to the desk',
  subtitle: 'For the people who run the courts.',
  passkey: 'Sign in with a passkey',
  or: 'or with an authenticator app',
  phone: 'Mobile number',
  code: 'Code of the app',
  submit: 'Sign in',
  phoneWrong: 'Ten digits, like 98250 41736.',
  codeWrong: 'Six digits, from your authenticator app.',
  noPasskeys: 'This browser has no passkeys. Use the code of your authenticator app.',
  help: 'Lost everything? Ask an owner or a manager for a new link.',
  failed: 'You are not signed in',
});

/** Using a passkey: what the browser's window ended with. */
export const passkeyTexts = catalogue('passkey', {
  cancelled: 'No passkey was used. Try again, or use another way.',
  known: 'This device has a passkey for the desk already.',
  failed: 'The passkey did not work on this device. Try again, or use another way.',
});

/** The one-time link, and the first passkey or authenticator app. */
export const deskJoinTexts = catalogue('deskJoin', {
  title: 'Welcome to the desk',
  using: 'Using your link…',
  linkFailed: 'The link did not work',
  toSignIn: 'To the sign-in',
  retry: 'Try again',
  welcome: (name: string) => `Welcome, ${name}`,
  explain: 'Choose how you will sign in from now on. Your link does not work a second time.',
  passkeyTitle: 'A passkey',
  passkeyText: 'Your fingerprint, face or screen lock. The quickest way, and nobody can guess it.',
  appTitle: 'An authenticator app',
  appText: 'A code of six digits from an app, with your mobile number.',
});

/** Adding a passkey or an authenticator app. */
export const enrolTexts = catalogue('enrol', {
  addPasskey: 'Add a passkey',
  passkeyAdded: 'The passkey is added.',
  notAdded: 'That was not added',
  noPasskeys: 'This browser has no passkeys. Use an authenticator app.',
  addApp: 'Set up an app',
  scan: 'Scan this code with your authenticator app, then type the six digits that it shows.',
  codeAlt: 'QR code for the authenticator app',
  secret: 'Or type this key into the app',
  code: 'Code of the app',
  confirm: 'Confirm',
  codeWrong: 'Six digits, as the app shows them now.',
  appAdded: 'The authenticator app is set up.',
  thisDevice: 'This device',
});
