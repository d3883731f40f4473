import * as v from 'valibot';
import { passwordTexts } from './texts';

/** Old password, new password, and the new one again (spec §5, logged-in change). */
export const passwordForm = v.pipe(
  v.object({
    old: v.pipe(
      v.string(),
      v.minLength(6, () => passwordTexts.oldRequired),
    ),
    next: v.pipe(
      v.string(),
      v.minLength(6, () => passwordTexts.nextShort),
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

/** What a valid form holds. */
export type PasswordValues = v.InferOutput<typeof passwordForm>;
