import { expect, test } from 'vitest';
import { dayInYear } from './day-in-year';

test.each([
  ['2026-01-01', 'Thu 1 Jan'],
  ['2026-12-31', 'Thu 31 Dec'],
  ['2025-12-31', 'Wed, 31 Dec 2025'],
  ['2027-01-01', 'Fri, 1 Jan 2027'],
])('%s is told on 22 November 2026 as %s', (day, text) => {
  expect(dayInYear(day, '2026-11-22')).toBe(text);
});
