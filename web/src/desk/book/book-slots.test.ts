import { expect, test } from 'vitest';
import { sampleBoard, sampleInstant } from '@/testing/desk-server';
import { bookSlots, placeOf, timesOf, titleOf, totalOf } from './book-slots';

const hour = (court: number, minute: number) => ({ court, minute });
const hours = (...given: [court: number, minute: number][]) =>
  bookSlots(
    sampleBoard(),
    given.map(([court, minute]) => hour(court, minute)),
    new Map(),
  );

test.each<[given: [number, number][], title: string, times: string, place: string]>([
  [[[23, 1140]], 'Court 3', '7:00 – 7:55 PM', 'Court 3, 7 PM'],
  [
    [
      [23, 1140],
      [22, 1140],
    ],
    '2 courts',
    '7:00 – 7:55 PM',
    '2 courts, 7 PM',
  ],
  [
    [
      [23, 1200],
      [23, 1140],
    ],
    '2 hours',
    '7:00 – 8:55 PM',
    'Court 3, 2 hours',
  ],
  [
    [
      [23, 1140],
      [22, 1260],
    ],
    '2 courts',
    '7 PM, 9 PM',
    '2 courts, 2 hours',
  ],
])('%j is %s, %s', (given, title, times, place) => {
  expect([titleOf(hours(...given)), timesOf(hours(...given)), placeOf(hours(...given))]).toEqual([title, times, place]);
});

test.each([
  [30, '1 hour', 'Court 3, 1 hour'],
  [45, '1.5 h', 'Court 3, 1.5 h'],
  [90, '3 hours', 'Court 3, 3 hours'],
])('two slots of %s minutes on one court are %s', (slot_minutes, title, place) => {
  const slots = [hour(23, 1140), hour(23, 1140 + slot_minutes)];
  const board = sampleBoard({ slot_minutes, play_minutes: slot_minutes - 5 });
  const both = bookSlots(board, slots, new Map());
  expect([titleOf(both), placeOf(both)]).toEqual([title, place]);
});

test('the price is the hold’s, before a hold the board’s, and the total is unknown while one price is', () => {
  const hold = {
    ...hour(23, 1140),
    id: '7',
    minutes: 60,
    price_paise: 80_000,
    is_new: true,
    until: sampleInstant(1106),
  };
  const states = new Map([['23-1140', { kind: 'held' as const, hold, answeredAt: 0 }]]);
  const both = [hour(23, 1140), hour(22, 1140)];
  expect(totalOf(bookSlots(sampleBoard(), both, states))).toBe(180_000);
  expect(totalOf(bookSlots(undefined, both, states))).toBeUndefined();
  expect(totalOf(bookSlots(undefined, [hour(23, 1140)], states))).toBe(80_000);
});

test('before the board has come, no end of a game and no length is said', () => {
  const unknown = (...slots: ReturnType<typeof hour>[]) => bookSlots(undefined, slots, new Map());
  expect(timesOf(unknown(hour(23, 1140)))).toBe('7 PM');
  const both = unknown(hour(23, 1140), hour(23, 1200));
  expect([titleOf(both), timesOf(both)]).toEqual(['', '7 PM, 8 PM']);
  expect(placeOf(both)).toMatch(/7 PM, 8 PM$/);
});

test('a slot on a court that the board does not have has no name', () => {
  expect(titleOf(hours([99, 1140]))).toBe('');
  expect(timesOf([])).toBe('');
});
