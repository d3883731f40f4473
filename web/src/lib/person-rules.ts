import * as v from 'valibot';
import { dayIn } from './dates';
import { fullNameProblem } from './full-name';
import { personTexts } from './person-texts';
import { hasOtherCountry, nationalDigits } from './phone';

/*
 * Validation of a person's name, e-mail address, phone number, birthdate and gender (spec §5). The server validates the
 * values again. Messages are functions, so that they are in the language that is current when a form is checked.
 */

/** The three choices of the form (spec §3). */
export const genders = ['male', 'female', 'other'] as const;

/** One of {@link genders}. */
export type Gender = (typeof genders)[number];

/** 3 to 50 characters that read as a name. */
export const fullNameRule = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (name) => fullNameProblem(name) === undefined,
    ({ input }) => personTexts[fullNameProblem(input) ?? 'fullNameRequired'],
  ),
);

/**
 * A name, an @ and a host with a dot, of the characters that the server accepts in `crates/domain/src/person/email.rs`; valibot's
 * own rule refuses apostrophes. The server also checks lengths.
 */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i;

/** An e-mail address of the usual form. */
export const emailRule = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => personTexts.emailRequired),
  v.regex(EMAIL, () => personTexts.emailInvalid),
);

/** Ten digits, typed or pasted in any common format; the parsed value is the bare digits. */
export const phoneRule = v.pipe(
  v.string(),
  v.check(
    (typed) => !hasOtherCountry(typed),
    () => personTexts.phoneCountry,
  ),
  v.transform(nationalDigits),
  v.nonEmpty(() => personTexts.phoneRequired),
  v.regex(/^\d{10}$/, () => personTexts.phoneDigits),
);

/** A day ("2001-03-28") that is not in the future. */
export const birthdateRule = v.pipe(
  v.string(),
  v.nonEmpty(() => personTexts.birthdateRequired),
  v.check(
    (day) => day <= today(),
    () => personTexts.birthdateFuture,
  ),
);

/** The current day in the device's zone. */
export function today(): string {
  return dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
}

/** One of the three genders; an untouched picker has the empty string as its value. */
export const genderRule = v.pipe(
  v.string(),
  v.picklist(genders, () => personTexts.genderRequired),
);
