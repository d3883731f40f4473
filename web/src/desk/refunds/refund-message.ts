import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { refundsTexts } from './texts';

/** The message of a refused call on the screen of refunds. */
export function refundMessage(cause: Error): string {
  const problems = refundsTexts.problems;
  const code = cause instanceof ApiFailure ? cause.code : '';
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : failureMessage(cause);
}
