import { failureMessage } from '@/api/failure-message';
import { failureTexts } from '@/api/failure-texts';
import { DeskProblem, isOutcomeUnknown } from '@/desk/api/problem';
import { playersTexts } from './texts';

/** The message of a failed decision about a player: why it was refused, or that it is not known whether it was carried out. */
export function decisionMessage(cause: Error): string {
  if (isOutcomeUnknown(cause)) return failureTexts.unknownOutcome;
  if (!(cause instanceof DeskProblem)) return failureMessage(cause);
  const { code, body } = cause;
  const why = body.params?.['reason'];
  if (code === 'cannot_merge' && typeof why === 'string') return mergeRefusalText(why);
  const problems = playersTexts.problems;
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : failureMessage(cause);
}

/** Why two accounts cannot be merged, and what to do. */
export function mergeRefusalText(why: string): string {
  const refusals = playersTexts.cannotMerge;
  return Object.hasOwn(refusals, why) ? refusals[why as keyof typeof refusals] : playersTexts.problems.cannot_merge;
}
