import * as v from 'valibot';
import { PASSWORD_MIN } from '@/lib/password-min';
import { phoneRule } from '@/lib/person-rules';
import { passwordRule } from './password-rule';

/** The login form: the number, and a password of at least six characters (spec §5). */
export const loginForm = v.object({
  phoneNumber: phoneRule,
  password: passwordRule(PASSWORD_MIN),
});

/** The values of a valid form. */
export type LoginValues = v.InferOutput<typeof loginForm>;
