import { expect, test } from 'vitest';
import { closingText } from './closing-text';

const span = { from_minute: 1104, until_minute: 1260 };
const courts = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Court ${index + 1}` }));

test.each([
  [2, 'Court 1, Court 2, 6:24 PM to 9 PM'],
  [3, 'Court 1, Court 2, Court 3, 6:24 PM to 9 PM'],
  [12, 'Court 1, Court 2, Court 3 +9, 6:24 PM to 9 PM'],
])('of %i courts at most three are named', (count, text) => {
  expect(closingText(span, courts(count))).toBe(text);
});
