import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import type { Reading } from './read-pass';
import { localOutcome } from './scan-outcome';
import { outcomeText } from './outcome-text';

const ZONE = 'Asia/Kolkata';
const now = Date.parse(sampleInstant(1104));

/** The result on this device for a genuine pass of order 4820193756 for this court and minute of the sample day. */
function resultOf(board: Parameters<typeof localOutcome>[1], { court = 23, minute = 1140 } = {}) {
  const pass = { order: '4820193756', startsAt: Date.parse(sampleInstant(minute)), court };
  const outcome = localOutcome({ kind: 'genuine', pass }, board, ZONE, now);
  expect(outcome.isLocal).toBe(true);
  return [outcome.code, outcomeText(outcome, ZONE)];
}

const withBooking = (changes = {}) => sampleBoard({ bookings: [sampleBoardBooking(changes)] });

test('without the server a genuine pass gets the outcome of its booking on the last board', () => {
  expect(resultOf(withBooking())).toEqual(['real_pass', 'Real pass']);
  expect(resultOf(withBooking({ due_paise: 85_000 }))).toEqual(['due', '₹850 to pay']);
  const arrived = { attendance: 'arrived', attendance_at: sampleInstant(1098) };
  expect(resultOf(withBooking(arrived))).toEqual(['already_in', 'Already in at 6:18 PM']);
  expect(resultOf(withBooking({ status: 'cancel_requested' }))[0]).toBe('cancelled');
  const gone = { order: '4820193756', court: 23, minute: 1140, name: 'Rohan Mehta', at: null };
  expect(resultOf(sampleBoard({ cancelled: [gone] }))[0]).toBe('cancelled');
  expect(resultOf(withBooking({ court: 21 }))).toEqual(['moved', 'Moved to Court 1, Sun 22 Nov, 7:00 PM']);
});

test('a genuine pass that is not on the board is let in and checked later, unless day or venue differ', () => {
  expect(resultOf(sampleBoard())).toEqual(['real_unlisted', 'Real pass, not on this list']);
  expect(resultOf(undefined)[0]).toBe('real_unlisted');
  expect(resultOf(sampleBoard(), { court: 99 })).toEqual(['other_venue', 'For another venue']);
  expect(resultOf(sampleBoard(), { minute: 1140 + 1440 })[0]).toBe('wrong_day');
});

test('a text that is not verified as genuine is never looked up on the board', () => {
  for (const kind of ['not_a_pass', 'unknown_key', 'wrong_signature', 'unverified'] as const) {
    expect(localOutcome({ kind } satisfies Reading, withBooking(), ZONE, now)).toMatchObject({ code: kind, who: null });
  }
});
