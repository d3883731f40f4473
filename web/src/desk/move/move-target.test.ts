import { expect, test } from 'vitest';
import { SAMPLE_DAY, sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { boardModel } from '@/desk/day/board-model';
import { isMovable, movingOf, targetOf } from './move-target';

test('a closed court is an obstacle as such, also where another booking lost it', () => {
  const lost = {
    order: '7',
    court: 21,
    minute: 1140,
    minutes: 60,
    name: 'Devang Shah',
    offer: 'open' as const,
    called: false,
    goes_back: false,
    new: null,
  };
  const blocks = [{ id: '5', court: 21, minute: 1140, minutes: 120, reason: 'Rain' }];
  const board = sampleBoard({ blocks, displaced: [lost] });
  const model = boardModel(board, Date.parse(sampleInstant(1104)));
  const closed = model.rows
    .flatMap(({ cells }) => cells)
    .filter(({ court, minute }) => court.id === 21 && minute >= 1140);
  const moving = movingOf(sampleBoardBooking(), { id: 23, name: 'Court 3' }, SAMPLE_DAY);
  expect(closed.slice(0, 2).map((cell) => [cell.kind, targetOf(cell, SAMPLE_DAY, moving)])).toEqual([
    ['displaced', { obstacle: 'closed' }],
    ['block', { obstacle: 'closed' }],
  ]);
});

test('of a bar of several hours those whose play is over cannot be moved', () => {
  const first = sampleBoardBooking({ minute: 1080, group: '5' });
  const second = sampleBoardBooking({ order: '2', minute: 1140, group: '5' });
  const movableAt = (minute: number) => {
    const model = boardModel(sampleBoard({ bookings: [first, second] }), Date.parse(sampleInstant(minute)));
    return [first, second].map((booking) => isMovable(booking, model));
  };
  // Play ends five minutes before the court is free.
  expect(movableAt(1134)).toEqual([true, true]);
  expect(movableAt(1135)).toEqual([false, true]);
  expect(movableAt(1194)).toEqual([false, true]);
  expect(movableAt(1195)).toEqual([false, false]);
});

test('a booking is moved by its own minutes of play, or those of the venue on a board that does not have them', () => {
  const movableAt = (minute: number, booking = sampleBoardBooking()) => {
    // The venue has changed its minutes of play since.
    const board = sampleBoard({ bookings: [booking], play_minutes: 45 });
    return isMovable(booking, boardModel(board, Date.parse(sampleInstant(minute))));
  };
  expect([1194, 1195].map((minute) => movableAt(minute))).toEqual([true, false]);
  const { play_minutes: _, ...former } = sampleBoardBooking();
  const kept = former as ReturnType<typeof sampleBoardBooking>;
  expect([1184, 1185].map((minute) => movableAt(minute, kept))).toEqual([true, false]);
});
