import { catalogue, plural } from '@/lib/language';

/** Messages of a call that failed without a message of the server, or whose outcome is unknown. */
export const failureTexts = catalogue('failure', {
  offline: 'You seem to be offline. Check your connection and try again.',
  network: 'We could not reach the server. Check your connection and try again.',
  timeout: 'The server is taking too long. Please try again in a moment.',
  unknownOutcome: 'We could not tell whether that went through. Try again; nothing is done twice.',
  ended: 'Your session has ended. Sign in again to go on.',
  other: 'Something went wrong on our side. Please try again.',
  wait: (seconds: number) =>
    seconds >= 90
      ? `Please wait about ${Math.ceil(seconds / 60)} minutes and try again.`
      : `Please wait ${plural(seconds, { one: '1 second', other: `${seconds} seconds` })} and try again.`,
});
