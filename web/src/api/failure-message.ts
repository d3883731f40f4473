import { ApiFailure } from './api-failure';
import { failureTexts } from './failure-texts';

/** The message for a write whose outcome is not known. */
export function unknownOutcomeMessage(cause: ApiFailure): string {
  return cause.gotNoReply ? failureMessage(cause) : failureTexts.unknownOutcome;
}

/** The message for a failed call: the server's own if it sent one, unless the outcome is unknown. */
export function failureMessage(cause: unknown): string {
  if (!(cause instanceof ApiFailure)) return failureTexts.other;
  if (cause.gotNoReply) {
    if (!navigator.onLine) return failureTexts.offline;
    return cause.code === 'timeout' ? failureTexts.timeout : failureTexts.network;
  }
  if (cause.code === 'unknown_outcome') return failureTexts.unknownOutcome;
  if (cause.userMessage !== '') return cause.userMessage;
  if (cause.endsSession) return failureTexts.ended;
  return cause.retryAfter === undefined ? failureTexts.other : failureTexts.wait(cause.retryAfter);
}
