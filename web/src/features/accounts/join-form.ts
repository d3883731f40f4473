import * as v from 'valibot';
import { birthdateRule, emailRule, fullNameRule, genderRule, phoneRule } from '@/lib/person-rules';
import { joinTexts } from './texts';

/** The sign-up form (spec §3 and §5). */
export const joinForm = v.object({
  fullName: fullNameRule,
  email: emailRule,
  phoneNumber: phoneRule,
  birthdate: birthdateRule,
  gender: genderRule,
  password: v.pipe(
    v.string(),
    v.nonEmpty(() => joinTexts.passwordRequired),
    v.minLength(6, () => joinTexts.passwordShort),
  ),
  agreeToTerms: v.pipe(
    v.boolean(),
    v.literal(true, () => joinTexts.termsRequired),
  ),
});

/** The fields' values while the player types. */
export type JoinFields = v.InferInput<typeof joinForm>;

/** The values of a valid form. */
export type JoinValues = v.InferOutput<typeof joinForm>;

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
