import { expect, test } from 'vitest';
import { dayMomentIn, momentIn } from './moment-in';

const ZONE = 'Asia/Kolkata';
const DAY = '2026-11-22';

test.each([
  ['2026-11-22T12:32:00Z', '6:02 PM'],
  // Half an hour before and after the day in the zone.
  ['2026-11-21T18:00:00Z', 'Sat 21, 11:30 PM'],
  ['2026-11-22T19:00:00Z', 'Mon 23, 12:30 AM'],
  ['2026-10-26T02:42:00Z', 'Mon 26, 8:12 AM'],
  ['2026-12-19T02:42:00Z', 'Sat 19, 8:12 AM'],
  // Four weeks from Sunday 22 November are not said as if they were near.
  ['2026-10-25T02:42:00Z', 'Sun 25 Oct, 8:12 AM'],
  ['2026-12-20T02:42:00Z', 'Sun 20 Dec, 8:12 AM'],
  ['2026-03-22T02:42:00Z', 'Sun 22 Mar, 8:12 AM'],
  // A note about the player may be of an earlier year.
  ['2025-11-22T02:42:00Z', 'Sat, 22 Nov 2025, 8:12 AM'],
])('%s is told on 22 November as %s', (iso, text) => {
  expect(momentIn(iso, ZONE, DAY)).toBe(text);
});

test('the day is told on the day itself too if it is asked for', () => {
  expect(dayMomentIn('2026-11-22T12:32:00Z', ZONE, DAY)).toBe('Sun 22, 6:02 PM');
});
