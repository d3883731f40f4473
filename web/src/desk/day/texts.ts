import { catalogue } from '@/lib/language';

/** The buttons that go from one day to another. */
export const dayTexts = catalogue('day', {
  before: 'Day before',
  after: 'Day after',
});
