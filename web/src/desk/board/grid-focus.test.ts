import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { boardModel } from '@/desk/day/board-model';
import { nextPlace, type GridKey, type Place } from './grid-focus';

const { rows, columns } = boardModel(
  sampleBoard({ bookings: [sampleBoardBooking({ court: 22, minute: 1080, minutes: 120 })] }),
  Date.parse(sampleInstant(1104)),
);

test.each<[key: GridKey, from: Place, to: Place]>([
  ['ArrowRight', { row: 0, column: 1 }, { row: 0, column: 2 }],
  ['ArrowLeft', { row: 0, column: 1 }, { row: 0, column: 0 }],
  ['ArrowLeft', { row: 0, column: 0 }, { row: 0, column: 0 }],
  ['ArrowRight', { row: 0, column: 4 }, { row: 0, column: 4 }],
  // A bar of two hours is one step, from either of its hours.
  ['ArrowRight', { row: 1, column: 1 }, { row: 1, column: 3 }],
  ['ArrowRight', { row: 1, column: 2 }, { row: 1, column: 3 }],
  ['ArrowLeft', { row: 1, column: 2 }, { row: 1, column: 0 }],
  // Up and down keep the hour.
  ['ArrowDown', { row: 0, column: 2 }, { row: 1, column: 2 }],
  ['ArrowDown', { row: 1, column: 2 }, { row: 2, column: 2 }],
  ['ArrowDown', { row: 2, column: 2 }, { row: 2, column: 2 }],
  ['ArrowUp', { row: 2, column: 2 }, { row: 1, column: 2 }],
  ['ArrowUp', { row: 0, column: 2 }, { row: 0, column: 2 }],
  ['Home', { row: 1, column: 3 }, { row: 1, column: 0 }],
  ['End', { row: 1, column: 0 }, { row: 1, column: 4 }],
  ['PageDown', { row: 0, column: 3 }, { row: 2, column: 3 }],
  ['PageUp', { row: 2, column: 3 }, { row: 0, column: 3 }],
])('%s from %o goes to %o', (key, from, to) => {
  expect(nextPlace(rows, columns.length, from, key, false)).toEqual(to);
});

test.each<[key: GridKey, from: Place, to: Place]>([
  ['Home', { row: 1, column: 3 }, { row: 0, column: 0 }],
  ['End', { row: 0, column: 0 }, { row: 2, column: 4 }],
])('%s with Control from %o goes to %o', (key, from, to) => {
  expect(nextPlace(rows, columns.length, from, key, true)).toEqual(to);
});
