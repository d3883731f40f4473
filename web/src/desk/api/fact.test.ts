import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleFact, sampleInstant } from '@/testing/desk-server';
import { withQueued, type FactKind } from './fact';

const ORDER = '4820193756';

/** Attendance that a device recorded without a network. */
const mark = (state: 'arrived' | 'absent' | 'none'): FactKind => ({ kind: 'attendance', order: ORDER, state });
const scan: FactKind = { kind: 'scan', pass: 'SO1' };

/** The board of a booking whose attendance was recorded at 6:18 PM, by a colleague. */
const boardWith = (attendance: 'arrived' | 'absent') =>
  sampleBoard({ bookings: [sampleBoardBooking({ attendance, attendance_at: sampleInstant(1098) })] });

/** A fact of this minute of the day that waits on this device. */
const waiting = (what: FactKind, minute: number) => sampleFact({ what, at: sampleInstant(minute) });

test.each([
  ['a later arrival', 'arrived', mark('arrived'), 1104, 'arrived', 1098],
  ['a later scan', 'arrived', scan, 1104, 'arrived', 1098],
  ['an earlier arrival', 'arrived', mark('arrived'), 1092, 'arrived', 1092],
  ['an earlier scan', 'arrived', scan, 1092, 'arrived', 1092],
  ['a later absence', 'absent', mark('absent'), 1104, 'absent', 1098],
  ['an earlier absence', 'absent', mark('absent'), 1092, 'absent', 1098],
  ['an arrival after an absence', 'absent', mark('arrived'), 1104, 'arrived', 1104],
  ['a scan after an absence', 'absent', scan, 1104, 'arrived', 1104],
  ['an arrival before an absence', 'absent', mark('arrived'), 1092, 'absent', 1098],
  ['a scan before an absence', 'absent', scan, 1092, 'absent', 1098],
  ['a removal before an arrival', 'arrived', mark('none'), 1092, 'arrived', 1098],
] as const)('the board shows what the server will record of %s', (_, recorded, what, minute, attendance, shownAt) => {
  const [shown] = withQueued(boardWith(recorded), [waiting(what, minute)]).bookings;
  expect(shown?.attendance).toBe(attendance);
  expect(Date.parse(shown?.attendance_at ?? '')).toBe(Date.parse(sampleInstant(shownAt)));
});

test('the board shows no attendance once a later fact removes it', () => {
  const [shown] = withQueued(boardWith('arrived'), [waiting(mark('none'), 1104)]).bookings;
  expect(shown).toMatchObject({ attendance: null, attendance_at: null });
});
