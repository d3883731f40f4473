import * as v from 'valibot';
import { passwordRule } from './password-rule';
import { resetTexts } from './texts';

/** A new password of at least this many characters, typed twice (spec §5). */
export function resetForm(passwordMin: number) {
  return v.pipe(
    v.object({
      password: passwordRule(passwordMin),
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
}
