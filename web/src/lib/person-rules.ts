import * as v from 'valibot';
import { dayIn } from './dates';
import { nationalDigits } from './phone';

/**
 * What the app accepts as a person's name, address, number and date (spec §5), word for word. Sign-up and the profile
 * form share these; the server checks them again.
 */
export const personMessages = {
  fullNameRequired: 'Full name is required',
  fullNameShort: 'Full name must be at least 3 characters',
  fullNameLong: 'Full name cannot exceed 50 characters',
  fullNameStart: 'Full name must start with a letter.',
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email address',
  phoneRequired: 'Phone number is required',
  phoneDigits: 'Phone number must be 10 digits',
  birthdateRequired: 'Birthdate is required',
  birthdateFuture: 'Birthdate cannot be in the future',
  genderRequired: 'Select your gender.',
} as const;

/** The three answers of the form (spec §3). */
export const genders = ['male', 'female', 'other'] as const;

/** One of {@link genders}. */
export type Gender = (typeof genders)[number];

/** 3 to 50 characters: letters, digits, underscore and space, beginning with a letter. */
export const fullNameRule = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(personMessages.fullNameRequired),
  v.regex(/^[A-Za-z][A-Za-z0-9_ ]*$/, personMessages.fullNameStart),
  v.minLength(3, personMessages.fullNameShort),
  v.maxLength(50, personMessages.fullNameLong),
);

/** An address with a name, an @ and a dotted host. */
export const emailRule = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(personMessages.emailRequired),
  v.email(personMessages.emailInvalid),
);

/** Ten digits, in whatever way they were typed or pasted; the value that comes out is the bare digits. */
export const phoneRule = v.pipe(
  v.string(),
  v.transform(nationalDigits),
  v.nonEmpty(personMessages.phoneRequired),
  v.regex(/^\d{10}$/, personMessages.phoneDigits),
);

/** A day ("2001-03-28") that has already come. */
export const birthdateRule = v.pipe(
  v.string(),
  v.nonEmpty(personMessages.birthdateRequired),
  v.check((day) => day <= today(), personMessages.birthdateFuture),
);

/** The player's own day, where they are: the last one that the date picker offers. */
export function today(): string {
  return dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
}

/** One of the three genders; an untouched picker holds the empty string. */
export const genderRule = v.pipe(v.string(), v.picklist(genders, personMessages.genderRequired));
