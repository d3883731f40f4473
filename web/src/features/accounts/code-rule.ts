import * as v from 'valibot';
import { codeTexts } from './texts';

/** Exactly six digits; each way to be wrong has its own words (spec §5). */
export const codeRule = v.pipe(
  v.string(),
  v.nonEmpty(() => codeTexts.required),
  v.regex(/^\d*$/, () => codeTexts.sixDigitNumber),
  v.length(6, () => codeTexts.sixDigits),
);

/** What is wrong with a code as it stands, or null. */
export function codeProblem(code: string): string | null {
  const checked = v.safeParse(codeRule, code);
  return checked.success ? null : checked.issues[0].message;
}
