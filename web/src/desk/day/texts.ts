import { catalogue } from '@/lib/language';

/** Going from a day to the next. */
export const dayTexts = catalogue('day', {
  before: 'Day before',
  after: 'Day after',
});
