import * as v from 'valibot';
import { resetTexts } from './texts';

/** A new password, typed twice (spec §5). */
export const resetForm = v.pipe(
  v.object({
    password: v.pipe(
      v.string(),
      v.nonEmpty(() => resetTexts.passwordRequired),
      v.minLength(6, () => resetTexts.passwordShort),
    ),
    confirm: v.pipe(
      v.string(),
      v.nonEmpty(() => resetTexts.confirmRequired),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm']],
      ({ password, confirm }) => password === confirm,
      () => resetTexts.mismatch,
    ),
    ['confirm'],
  ),
);
