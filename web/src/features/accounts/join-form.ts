import * as v from 'valibot';
import { birthdateRule, emailRule, fullNameRule, genderRule, phoneRule } from '@/lib/person-rules';
import { passwordRule } from './password-rule';
import { joinTexts } from './texts';

/** The sign-up form (spec §3 and §5), with a password of at least this many characters. */
export function joinForm(passwordMin: number) {
  return v.object({
    fullName: fullNameRule,
    email: emailRule,
    phoneNumber: phoneRule,
    birthdate: birthdateRule,
    gender: genderRule,
    password: passwordRule(passwordMin),
    agreeToTerms: v.pipe(
      v.boolean(),
      v.literal(true, () => joinTexts.termsRequired),
    ),
  });
}

type JoinForm = ReturnType<typeof joinForm>;

/** The fields' values while the player types. */
export type JoinFields = v.InferInput<JoinForm>;

/** The values of a valid form. */
export type JoinValues = v.InferOutput<JoinForm>;

/** The empty form. */
export const emptyJoinForm: JoinFields = {
  fullName: '',
  email: '',
  phoneNumber: '',
  birthdate: '',
  gender: '',
  password: '',
  agreeToTerms: false,
};
