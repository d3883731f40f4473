import { catalogue } from '@/lib/language';

/** A person's own ways to sign in, and where they are signed in. */
export const keysTexts = catalogue('keys', {
  title: 'My sign-in and sessions',
  signedInAs: (name: string) => `Signed in as ${name}`,
  back: 'Set-up',
  app: 'Authenticator app',
  appOn: 'Set up: you sign in with your number and its code. On a new phone, ask for a new link.',
  appReplace:
    'You signed in with a link, so you can set it up on a new phone here. The app on the old phone stops working as soon as you begin.',
  replaceApp: 'Set up on a new phone',
  appOff: 'A code of six digits from an app, with your mobile number.',
  sessions: 'Where you are signed in',
  here: 'This device',
  strengths: { link: 'One-time link', pin: 'PIN', totp: 'Authenticator app', passkey: 'Passkey' },
  lastSeen: (when: string) => `last seen ${when}`,
  end: 'Sign out',
  endNamed: (device: string) => `Sign out on ${device}`,
  ended: (device: string) => `Signed out on ${device}.`,
  signOut: 'Sign out',
  signOutAndForget: (count: number) =>
    count === 1 ? 'Sign out, and remove what is written down' : `Sign out, and remove ${count} written down`,
  look: 'Language and look',
  themes: { system: 'Auto', light: 'Light', dark: 'Dark' },
  theme: 'Look',
  failed: 'This part did not load',
  notDone: 'That did not work',
  retry: 'Try again',
  loading: 'Loading…',
});
