import * as v from 'valibot';
import { joinTexts } from './texts';

/** A password of at least this many characters. */
export function passwordRule(min: number) {
  return v.pipe(
    v.string(),
    v.nonEmpty(() => joinTexts.passwordRequired),
    v.minCodePoints(min, () => joinTexts.passwordShort(min)),
  );
}
