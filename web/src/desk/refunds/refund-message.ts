import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { DeskProblem, fieldsOf, hasCode } from '@/desk/api/problem';
import { refundsTexts } from './texts';

/** The message of a refused call on the screen of refunds. */
export function refundMessage(cause: Error): string {
  const problems = refundsTexts.problems;
  const code = cause instanceof ApiFailure ? cause.code : '';
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : failureMessage(cause);
}

/** Why a refund was not settled another way. */
export function settleMessage(cause: Error): string {
  if (fieldsOf(cause)['way'] === 'whole_rupees') return refundsTexts.wholeRupees;
  const amount = cause instanceof DeskProblem ? cause.body.params?.['amount'] : undefined;
  if (hasCode(cause, 'drawer_short') && amount !== undefined) return refundsTexts.drawerHas(String(amount));
  return refundMessage(cause);
}
