import * as v from 'valibot';
import { phoneRule } from '@/lib/person-rules';
import { joinTexts } from './texts';

/** The login form: the number and a password of any length, since only the server knows whether it is right. */
export const loginForm = v.object({
  phoneNumber: phoneRule,
  password: v.pipe(
    v.string(),
    v.nonEmpty(() => joinTexts.passwordRequired),
    v.minLength(6, () => joinTexts.passwordShort),
  ),
});

/** What a valid form holds. */
export type LoginValues = v.InferOutput<typeof loginForm>;
