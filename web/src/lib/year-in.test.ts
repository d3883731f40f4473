import { expect, test } from 'vitest';
import { yearIn } from './year-in';

test.each([
  ['Asia/Kolkata', '2026-12-31T18:29:59.999Z', '2026'],
  ['Asia/Kolkata', '2026-12-31T18:30:00Z', '2027'],
  ['America/New_York', '2027-01-01T04:59:59Z', '2026'],
  ['America/New_York', '2027-01-01T05:00:00Z', '2027'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027'],
  ['Asia/Kolkata', '2026-11-21T04:30:00Z', '2026'],
])('in %s the year of %s is %s', (zone, instant, year) => {
  expect(yearIn(zone, instant)).toBe(year);
});
