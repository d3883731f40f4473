import { catalogue } from '@/lib/language';

/** The lock of a paired device. */
export const lockTexts = catalogue('lock', {
  title: 'Locked',
  who: 'Who are you?',
  nobody: 'No one is on this device yet. Sign in with a passkey or a code, then set a PIN under Set-up.',
  byCode: 'Sign in with a passkey or a code',
  pinOf: (name: string) => `PIN of ${name}`,
  digits: (count: number) => `${count} of 6 digits`,
  remove: 'Remove the last digit',
  other: 'Another person',
  unlocking: 'Unlocking…',
  paused: (minutes: number) => `Too many tries. Try again in ${minutes} min, or sign in with a passkey or a code.`,
  offline: 'Not connected. Unlocking needs the server.',
  failed: 'The people of this desk did not load',
  retry: 'Try again',
});
