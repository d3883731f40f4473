import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { boardModel } from '@/desk/day/board-model';
import { changedCells, contentsOf } from './changes';

const cellsOf = (changes: Parameters<typeof sampleBoard>[0], minute = 1104) =>
  boardModel(sampleBoard(changes), Date.parse(sampleInstant(minute))).rows.flatMap((row) => row.cells);

/** Lists the changes between two boards, as courts and hours. */
const between = (before: Parameters<typeof sampleBoard>[0], now: Parameters<typeof sampleBoard>[0]) =>
  changedCells(contentsOf(cellsOf(before)), cellsOf(now)).map(({ court, minute }) => [court.number, minute]);

const booking = sampleBoardBooking();

test('a booking that comes, goes or gets another version is a change of its cell alone', () => {
  expect(between({}, { bookings: [booking] })).toEqual([[3, 1140]]);
  expect(between({ bookings: [booking] }, {})).toEqual([[3, 1140]]);
  expect(between({ bookings: [booking] }, { bookings: [{ ...booking, version: 8 }] })).toEqual([[3, 1140]]);
});

test('the same board is no change, and time alone changes nothing', () => {
  expect(between({ bookings: [booking] }, { bookings: [booking] })).toEqual([]);
  const before = contentsOf(cellsOf({ bookings: [booking] }));
  expect(changedCells(before, cellsOf({ bookings: [booking] }, 1160))).toEqual([]);
});

test('a hold that becomes a booking is a change', () => {
  const hold = {
    court: 23,
    minute: 1140,
    minutes: 60,
    since: sampleInstant(1100),
    until: sampleInstant(1110),
    paying: true,
  };
  expect(between({ holds: [hold] }, { bookings: [booking] })).toEqual([[3, 1140]]);
});

test('a hold of a colleague is a change once, and the clerk’s own hold is none', () => {
  const hold = (mine: boolean, until: number) => ({
    desk_holds: [
      { id: '7', court: 23, minute: 1140, minutes: 60, until: sampleInstant(until), by: 'Kiran Joshi', mine },
    ],
  });
  expect(between({}, hold(false, 1106))).toEqual([[3, 1140]]);
  expect(between(hold(false, 1106), hold(false, 1107))).toEqual([]);
  expect(between({}, hold(true, 1106))).toEqual([]);
  expect(between(hold(true, 1106), {})).toEqual([]);
});
