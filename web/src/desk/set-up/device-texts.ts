import { catalogue } from '@/lib/language';

/**
 * A person's PIN, the proof by a code of the authenticator app, and the paired devices of the front desks, on the screen of
 * keys.
 */
export const devicesTexts = catalogue('devices', {
  prove: 'Code of the app',
  confirm: 'Confirm',
  codeWrong: 'Six digits, as the app shows them now.',
  pin: 'PIN',
  pinOn: 'Set. You unlock the paired devices of your venues with it.',
  pinOff: 'Six digits with which you unlock the paired devices of your venues.',
  setPin: 'Set a PIN',
  changePin: 'Change the PIN',
  removePin: 'Remove the PIN',
  removePinAsk: 'Remove your PIN? You can no longer unlock a paired device, and what you unlocked is signed out.',
  keepPin: 'Keep it',
  pinRemoved: 'Your PIN is removed.',
  newPin: 'New PIN',
  repeatPin: 'The same PIN again',
  sixDigits: 'Six digits.',
  tooEasy: 'Not one digit six times, and not six in a row like 123456.',
  notAlike: 'These two are not the same.',
  save: 'Save',
  saved: 'Your PIN is set.',
  devices: 'Devices of the front desk',
  devicesText: 'On a paired device everybody unlocks with a PIN, and it locks by itself.',
  manage: 'Manage devices',
  none: 'No device is paired yet.',
  here: 'This device',
  pairedBy: (name: string, when: string) => `paired by ${name}, ${when}`,
  lastSeen: (when: string) => `last used ${when}`,
  unpair: 'Unpair',
  unpairNamed: (label: string) => `Unpair ${label}`,
  unpaired: (label: string) => `${label} is no longer paired. Everybody on it is signed out.`,
  pairHere: 'Pair this device',
  label: 'Name of this device',
  labelHint: 'For example: Front desk',
  labelWrong: '2 to 40 characters.',
  venue: 'Venue',
  paired: (label: string) => `${label} is paired. It locks when it is not used.`,
  offline: 'No network. This needs the server.',
});
