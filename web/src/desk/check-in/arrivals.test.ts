import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { arrivalsOf, otherDayAt, searchBoard } from './arrivals';

const at = (minute: number) => Date.parse(sampleInstant(minute));
const booking = (order: string, court: number, minute: number, more = {}) =>
  sampleBoardBooking({ order, court, minute, ...more });

test('the list has this and the next hour by court, with games that are still on and without those that are over', () => {
  const board = sampleBoard({
    bookings: [
      booking('5', 21, 1020),
      booking('9', 23, 1080, { attendance: 'arrived' }),
      booking('6', 21, 1080),
      booking('7', 22, 1140, { due_paise: 85_000 }),
      booking('8', 21, 1200),
      booking('4', 22, 1080, { status: 'cancel_requested' }),
    ],
  });
  const { hours, next } = arrivalsOf([board], at(1104), 1104);
  expect(hours.map(({ minute, here, rows }) => [minute, here, rows.map(({ booking: { order } }) => order)])).toEqual([
    [1080, 1, ['6', '9']],
    [1140, 0, ['7']],
  ]);
  expect(next).toBe(1200);
  expect(arrivalsOf([board], at(1104) + 45_000, 1104).rows, 'seconds do not reach into a third hour').toHaveLength(3);
  expect(hours[0]?.rows.map(({ state }) => state)).toEqual(['late', 'on_court']);
});

test('a game of two hours is in the list until its end', () => {
  const board = sampleBoard({ bookings: [booking('5', 21, 1020, { minutes: 120 })] });
  expect(arrivalsOf([board], at(1104), 1104).rows).toHaveLength(1);
  expect(arrivalsOf([board], at(1140), 1140).rows).toHaveLength(0);
});

test('without expected games the list says when the next ones are', () => {
  const board = sampleBoard({ bookings: [booking('5', 21, 1260)] });
  expect(arrivalsOf([board], at(1104), 1104)).toEqual({ hours: [], rows: [], next: 1260 });
  expect(arrivalsOf([sampleBoard()], at(1104), 1104).next).toBeNull();
});

test('around midnight the list has the games of the other day', () => {
  expect([1379, 1380, 239, 240].map((minute) => otherDayAt('2026-11-22', minute))).toEqual([
    null,
    '2026-11-23',
    '2026-11-21',
    null,
  ]);
  const today = sampleBoard({
    starts: [{ minute: 1380, at: sampleInstant(1380) }],
    bookings: [booking('5', 21, 1380)],
  });
  const after = sampleBoard({
    day: '2026-11-23',
    starts: [0, 60].map((minute) => ({ minute, at: sampleInstant(1440 + minute) })),
    bookings: [booking('7', 21, 60), booking('6', 21, 0)],
  });
  const orders = (now: number, boards = [today, after]) => {
    const { rows, next } = arrivalsOf(boards, at(now), now % 1440);
    return [rows.map(({ booking: { order }, day }) => [order, day]), next];
  };
  const [first, second] = [
    ['5', '2026-11-22'],
    ['6', '2026-11-23'],
  ];
  expect(orders(1400)).toEqual([[first, second], 60]);
  expect(orders(1445, [after, today])).toEqual([[second, ['7', '2026-11-23']], null]);
});

test('digits find the end of an order number or a phone, letters the beginning of a word of a name', () => {
  const board = sampleBoard({
    bookings: [
      booking('4820193756', 21, 1080),
      booking('4820195555', 22, 1080, { name: 'Asha Patel', phone_tail: '0042' }),
    ],
  });
  const found = (text: string) => searchBoard(board, text).map(({ order }) => order);
  expect(found('3756')).toEqual(['4820193756']);
  expect(found('#4820 1937 56')).toEqual(['4820193756']);
  expect(found('1736')).toEqual(['4820193756']);
  expect(found('0042')).toEqual(['4820195555']);
  expect(found('pat')).toEqual(['4820195555']);
  expect(found('asha p')).toEqual(['4820195555']);
  expect(found('9825041736')).toEqual([]);
});

test('a whole phone finds the bookings with its last digits only if the board is searched without the server', () => {
  const bookings = [
    booking('4820193756', 21, 1080),
    booking('4820195555', 22, 1080, { name: 'Asha Patel', phone_tail: '0042' }),
    booking('4820190000', 23, 1080, { name: 'Guest', phone_tail: null }),
  ];
  const found = (text: string, alone: boolean) =>
    searchBoard(sampleBoard({ bookings }), text, alone).map(({ order }) => order);
  for (const phone of ['9825041736', '98250 41736', '+91 98250-41736', '09825041736']) {
    expect([phone, found(phone, true), found(phone, false)]).toEqual([phone, ['4820193756'], []]);
  }
  expect(found('825041736', true), 'too few digits for a phone').toEqual([]);
  expect(found('4825041736', true), 'no mobile number').toEqual([]);
  expect(found('+65 9234 1736', true), 'a number of another country').toEqual([]);
  // The whole number of a booking is not the phone of another one.
  bookings.push(booking('9825040042', 21, 1140));
  expect(found('9825040042', true)).toEqual(['9825040042']);
});
