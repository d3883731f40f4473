import { expect, test } from 'vitest';
import { haveBegun } from './pay-now';

const zone = 'Asia/Kolkata';
// 6:24 PM in India.
const now = new Date('2026-11-22T12:54:00Z');
const at = (minute: number) => ({ court: 3, minute });

test('slots count as begun only if all of them have, on this day', () => {
  expect(haveBegun([at(1080)], '2026-11-22', zone, now)).toBe(true);
  expect(haveBegun([at(1080), at(1140)], '2026-11-22', zone, now)).toBe(false);
  expect(haveBegun([at(1080)], '2026-11-23', zone, now)).toBe(false);
  expect(haveBegun([], '2026-11-22', zone, now)).toBe(false);
});
