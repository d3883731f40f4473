import { catalogue } from './language';

/**
 * Messages for a value of a person's form that is not accepted; word for word from the specification §5, which has none
 * for a phone number with the code of another country and for a birthdate in the future.
 */
export const personTexts = catalogue('person', {
  fullNameRequired: 'Full name is required',
  fullNameShort: 'Full name must be at least 3 characters',
  fullNameLong: 'Full name cannot exceed 50 characters',
  fullNameStart: 'Full name must start with a letter.',
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email address',
  phoneRequired: 'Phone number is required',
  phoneDigits: 'Phone number must be 10 digits',
  phoneCountry: 'Write the 10 digits of an Indian number, without +',
  birthdateRequired: 'Birthdate is required',
  birthdateFuture: 'Birthdate cannot be in the future',
  genderRequired: 'Select your gender.',
});
