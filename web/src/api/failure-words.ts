import { ApiFailure } from './api-failure';

/** What a player reads when a call brought no outcome. */
export const failureTexts = {
  offline: 'You seem to be offline. Check your connection and try again.',
  network: 'We could not reach the server. Check your connection and try again.',
  timeout: 'The server is taking too long. Please try again in a moment.',
  unknownOutcome: 'We could not tell whether that went through. Try again; nothing is done twice.',
  ended: 'Your session has ended. Sign in again to go on.',
  other: 'Something went wrong on our side. Please try again.',
  wait: (seconds: number) =>
    seconds >= 90
      ? `Please wait about ${Math.ceil(seconds / 60)} minutes and try again.`
      : `Please wait ${seconds} seconds and try again.`,
} as const;

/** The kindest true sentence about a failed call: the server's own words if it sent any. */
export function failureWords(cause: unknown): string {
  if (!(cause instanceof ApiFailure)) return failureTexts.other;
  if (cause.network) {
    if (!navigator.onLine) return failureTexts.offline;
    return cause.code === 'timeout' ? failureTexts.timeout : failureTexts.network;
  }
  if (cause.code === 'unknown_outcome') return failureTexts.unknownOutcome;
  if (cause.words !== '') return cause.words;
  if (cause.status === 401) return failureTexts.ended;
  return cause.retryAfter === undefined ? failureTexts.other : failureTexts.wait(cause.retryAfter);
}
