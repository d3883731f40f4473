import * as v from 'valibot';
import { phoneRule } from '@/lib/person-rules';
import { joinTexts } from './texts';

/** The login form: the number, and a password of at least six characters (spec §5). */
export const loginForm = v.object({
  phoneNumber: phoneRule,
  password: v.pipe(
    v.string(),
    v.nonEmpty(() => joinTexts.passwordRequired),
    v.minLength(6, () => joinTexts.passwordShort),
  ),
});

/** The values of a valid form. */
export type LoginValues = v.InferOutput<typeof loginForm>;
