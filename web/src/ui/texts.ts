import { catalogue } from '@/lib/language';

/** Texts of the components. */
export const uiTexts = catalogue('ui', {
  language: 'Language',
  languageFailed: 'That language did not load. Try again in a moment.',
  dismiss: 'Dismiss',
  close: 'Close',
  slideToPay: 'Slide To Pay',
  /** Read aloud between a price and the one that it replaces. */
  insteadOf: 'instead of',
  stepTitle: 'Location',
  stepSubtitle: 'where would you like to play?',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  digit: (position: number, length: number) => `Digit ${position} of ${length}`,
  minutesLeft: (minutes: number) => (minutes === 1 ? '1 minute left' : `${minutes} minutes left`),
  secondsLeft: (seconds: number) => `${seconds} seconds left`,
});
