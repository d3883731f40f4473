import * as v from 'valibot';
import { PASSWORD_MIN } from '@/lib/password-min';
import { passwordTexts } from './texts';

/**
 * Old password, new password of at least this many characters, and the new one again (spec §5, logged-in change).
 */
export function passwordForm(passwordMin: number) {
  return v.pipe(
    v.object({
      old: v.pipe(
        v.string(),
        v.minCodePoints(PASSWORD_MIN, () => passwordTexts.oldRequired),
      ),
      next: v.pipe(
        v.string(),
        v.minCodePoints(passwordMin, () => passwordTexts.nextShort(passwordMin)),
      ),
      confirm: v.string(),
    }),
    v.forward(
      v.partialCheck(
        [['next'], ['confirm']],
        ({ next, confirm }) => next === confirm,
        () => passwordTexts.mismatch,
      ),
      ['confirm'],
    ),
  );
}

/** What a valid form holds. */
export type PasswordValues = v.InferOutput<ReturnType<typeof passwordForm>>;
