import { failureMessage } from '@/api/failure-message';
import { DeskProblem } from '@/desk/api/problem';
import { playersTexts } from './texts';

/** Why a decision about a player was refused. */
export function decisionMessage(cause: Error): string {
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
