import { expect, test } from 'vitest';
import { cellState, isCheckInOpen, minutesLate, type BookingFacts, type CellState } from './cell-state';

const START = Date.parse('2026-11-22T13:30:00Z');
const MINUTE = 60_000;
const at = (minutes: number) => START + minutes * MINUTE;

const facts = (changes: Partial<BookingFacts> = {}): BookingFacts => ({
  status: 'confirmed',
  attendance: null,
  due_paise: 0,
  startsAt: START,
  endsAt: at(60),
  ...changes,
});

const due = { due_paise: 85_000 };
const arrived = { attendance: 'arrived' } as const;
const absent = { attendance: 'absent' } as const;

test.each<[name: string, changes: Partial<BookingFacts>, minutes: number, state: CellState]>([
  ['an unpaid booking ahead', due, -60, 'due'],
  ['a paid booking ahead', {}, -60, 'paid'],
  ['an arrived player before the start', arrived, -10, 'here'],
  ['an arrived player who owes money', { ...arrived, ...due }, -10, 'here'],
  ['an arrived player one millisecond before the start', arrived, -1 / MINUTE, 'here'],
  ['an arrived player at the start', arrived, 0, 'on_court'],
  ['an arrived player one millisecond before the end', arrived, 60 - 1 / MINUTE, 'on_court'],
  ['an arrived player at the end', arrived, 60, 'played'],
  ['no mark at the start, paid', {}, 0, 'paid'],
  ['no mark at the start, due', due, 0, 'due'],
  ['no mark one millisecond before ten minutes', {}, 10 - 1 / MINUTE, 'paid'],
  ['no mark after ten minutes', {}, 10, 'late'],
  ['no mark after ten minutes, due', due, 24, 'late'],
  ['no mark at the end', {}, 60, 'unmarked'],
  ['an absent player', absent, 15, 'no_show'],
  ['an absent player after the end', absent, 90, 'no_show'],
  ['a closed day: came', { status: 'completed' }, 600, 'played'],
  ['a closed day: came, at an instant before the end', { status: 'completed' }, 30, 'played'],
  ['a closed day: did not come', { status: 'no_show' }, 600, 'no_show'],
  ['a closed day outweighs the mark', { status: 'completed', ...absent }, 600, 'played'],
  ['a cancelled booking that waits for its refund', { status: 'cancel_requested' }, -60, 'cancelled'],
  ['a cancelled booking', { status: 'cancelled', ...arrived }, 30, 'cancelled'],
])('the cell of a booking shows its state: %s', (_, changes, minutes, state) => {
  expect(cellState(facts(changes), at(minutes))).toBe(state);
});

test('players can be checked in from the minutes before the start on', () => {
  expect([-181, -180, 0, 90].map((minutes) => isCheckInOpen(START, at(minutes), 180))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect([-1, 0].map((minutes) => isCheckInOpen(START, at(minutes), 0))).toEqual([false, true]);
});

test('minutes late are whole minutes since the start', () => {
  expect([-5, 0, 9.99, 24].map((minutes) => minutesLate(START, at(minutes)))).toEqual([0, 0, 9, 24]);
});
