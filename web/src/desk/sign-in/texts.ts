import { catalogue } from '@/lib/language';

/** Signing in at the desk. */
export const deskSignInTexts = catalogue('deskSignIn', {
  title: 'Sign in to the desk',
  subtitle: 'For the people who run the courts.',
  phone: 'Mobile number',
  code: 'Code of the app',
  submit: 'Sign in',
  byPin: 'Unlock with a PIN',
  phoneWrong: 'Ten digits, like 98250 41736.',
  codeWrong: 'Six digits, from your authenticator app.',
  doNotFit: 'That number and code do not belong together. Use the newest code of your app.',
  help: 'Lost everything? Ask an owner or a manager for a new link.',
  failed: 'You are not signed in',
});

/** The one-time link, and the authenticator app. */
export const deskJoinTexts = catalogue('deskJoin', {
  title: 'Welcome to the desk',
  using: 'Using your link…',
  linkFailed: 'The link did not work',
  toSignIn: 'To the sign-in',
  retry: 'Try again',
  welcome: (name: string) => `Welcome, ${name}`,
  explain:
    'Choose how you sign in from now on: with a passkey, or with your number and a code of an app. Your link does not work a second time.',
});
