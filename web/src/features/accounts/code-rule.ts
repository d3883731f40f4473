import * as v from 'valibot';
import { codeTexts } from './texts';

/** Exactly six digits; each kind of error has its own message (spec §5). */
export const codeRule = v.pipe(
  v.string(),
  v.nonEmpty(() => codeTexts.required),
  v.regex(/^\d*$/, () => codeTexts.sixDigitNumber),
  v.length(6, () => codeTexts.sixDigits),
);

/** The error message for a code, or null if it is valid. */
export function codeProblem(code: string): string | null {
  const checked = v.safeParse(codeRule, code);
  return checked.success ? null : checked.issues[0].message;
}
