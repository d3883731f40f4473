import { catalogue } from '@/lib/language';

/** What the forms of the desk say of a phone number. */
export const deskPhoneTexts = catalogue('deskPhone', {
  otherCountry: 'Write the ten digits of an Indian number, without +.',
});
