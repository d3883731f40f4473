import * as v from 'valibot';
import { birthdateRule, emailRule, fullNameRule, genderRule } from '@/lib/person-rules';
import type { CustomerInfo } from './api/customer-info';

/** Sign-up's rules without password and terms; the number is not the player's to change (spec §2). */
export const profileForm = v.object({
  fullName: fullNameRule,
  email: emailRule,
  birthdate: birthdateRule,
  gender: genderRule,
});

/** What the fields hold while the player types. */
export type ProfileFields = v.InferInput<typeof profileForm>;

/** What a valid form holds. */
export type ProfileValues = v.InferOutput<typeof profileForm>;

/** The form for what the server knows. */
export function profileFields(info: CustomerInfo): ProfileFields {
  return { fullName: info.full_name, email: info.email, birthdate: info.dob, gender: info.gender };
}
