import * as v from 'valibot';
import { birthdateRule, emailRule, fullNameRule, genderRule } from '@/lib/person-rules';
import type { CustomerInfo } from './api/customer-info';

/** Sign-up's rules without password and terms; the player cannot change the number (spec §2). */
export const profileForm = v.object({
  fullName: fullNameRule,
  email: emailRule,
  birthdate: birthdateRule,
  gender: genderRule,
});

/** The fields' values while the player types. */
export type ProfileFields = v.InferInput<typeof profileForm>;

/** The names of the fields. */
export const fieldNames: readonly (keyof ProfileFields)[] = ['fullName', 'email', 'birthdate', 'gender'];

/** The values of a valid form. */
export type ProfileValues = v.InferOutput<typeof profileForm>;

/** The form's values for the data from the server. */
export function profileFields(info: CustomerInfo): ProfileFields {
  return { fullName: info.full_name, email: info.email, birthdate: info.dob, gender: info.gender };
}
