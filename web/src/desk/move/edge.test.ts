import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { boardModel, type BookingCell } from '@/desk/day/board-model';
import { canChangeLength, edgeOf, edgeTarget } from './edge';

const booking = sampleBoardBooking();

/** The bar of court 3 at 7 PM on a board with these bookings, at 6:24 PM. */
function barOf(...bookings: ReturnType<typeof sampleBoardBooking>[]) {
  return barOn({ bookings });
}

function barOn(changes: Parameters<typeof sampleBoard>[0], minute = 1104) {
  const model = boardModel(sampleBoard(changes), Date.parse(sampleInstant(minute)));
  const cell = model.rows
    .flatMap(({ cells }) => cells)
    .find(
      (one): one is BookingCell => one.kind === 'booking' && one.bookings.some(({ order }) => order === booking.order),
    );
  if (cell === undefined) throw new Error('the booking is not on the board');
  return { model, cell };
}

test('the next free hour is added for its price', () => {
  const { model, cell } = barOf(booking);
  const edge = edgeOf(model, cell);
  const target = edgeTarget(edge, cell.column + 1);
  expect(target).toMatchObject({ kind: 'longer', minute: 1200, price_paise: 100_000 });
  expect(edgeTarget(edge, cell.column + 3), 'however far it is dragged, one hour').toEqual(target);
  expect(edgeTarget(edge, cell.column)).toEqual({ kind: 'same' });
  expect(edgeTarget(edge, cell.column - 1), 'the only hour stays').toEqual({ kind: 'same' });
});

test('the first hour after a gap in the day is not added', () => {
  // The venue is closed from 8 to 9 PM.
  const starts = [1140, 1260].map((minute) => ({ minute, at: sampleInstant(minute) }));
  const prices_paise = [1, 2, 3].map(() => starts.map(() => 100_000));
  const { model, cell } = barOn({ bookings: [booking], starts, prices_paise });
  expect(edgeTarget(edgeOf(model, cell), cell.column + 1)).toEqual({ kind: 'obstacle', why: 'notForSale' });
});

test('a taken hour is not added', () => {
  const other = sampleBoardBooking({ order: '2', minute: 1200, group: null });
  const { model, cell } = barOf(booking, other);
  expect(edgeTarget(edgeOf(model, cell), cell.column + 1)).toEqual({ kind: 'obstacle', why: 'taken' });
});

test('an hour of a closed court is not added, also if another booking lost it', () => {
  const blocks = [{ id: '5', court: 23, minute: 1200, minutes: 60, reason: 'Rain' }];
  const lost = {
    order: '7',
    court: 23,
    minute: 1200,
    minutes: 60,
    name: 'Devang Shah',
    offer: 'open' as const,
    called: false,
    goes_back: false,
    new: null,
  };
  for (const displaced of [[], [lost]]) {
    const { model, cell } = barOn({ bookings: [booking], blocks, displaced });
    expect(edgeTarget(edgeOf(model, cell), cell.column + 1)).toEqual({ kind: 'obstacle', why: 'closed' });
  }
});

test('an edge that is dragged back removes the last of several hours', () => {
  const first = { ...booking, group: '8' };
  const last = sampleBoardBooking({ order: '2', minute: 1200, group: '8' });
  const { model, cell } = barOf(first, last);
  const edge = edgeOf(model, cell);
  expect(edge.last.order).toBe('2');
  expect(edgeTarget(edge, cell.column)).toEqual({ kind: 'shorter' });
});

test('only a bar whose last hour is confirmed and was not missed can be made longer or shorter', () => {
  expect(canChangeLength(barOf(booking).cell)).toBe(true);
  expect(canChangeLength(barOf({ ...booking, attendance: 'absent' }).cell)).toBe(false);
  expect(canChangeLength(barOf({ ...booking, status: 'completed' }).cell)).toBe(false);
  const first = { ...booking, group: '8' };
  const last = sampleBoardBooking({ order: '2', minute: 1200, group: '8' });
  for (const ended of [{ attendance: 'absent' as const }, { status: 'completed' as const }]) {
    expect(canChangeLength(barOf({ ...first, ...ended }, last).cell)).toBe(true);
    expect(canChangeLength(barOf(first, { ...last, ...ended }).cell)).toBe(false);
  }
});

test('the length of a bar can be changed until the play of its last hour is over', () => {
  const last = sampleBoardBooking({ order: '2', minute: 1200, group: '8' });
  const bookings = [{ ...booking, group: '8' }, last];
  // Play ends five minutes before the hour.
  expect(canChangeLength(barOn({ bookings }, 1195).cell)).toBe(true);
  expect(canChangeLength(barOn({ bookings }, 1254).cell)).toBe(true);
  expect(canChangeLength(barOn({ bookings }, 1255).cell)).toBe(false);
});

test('play of the last hour of a bar ends after its own minutes of play, whatever those of the venue are', () => {
  const last = sampleBoardBooking({ order: '2', minute: 1200, group: '8', play_minutes: 50 });
  const bookings = [{ ...booking, group: '8' }, last];
  expect(canChangeLength(barOn({ bookings, play_minutes: 60 }, 1249).cell)).toBe(true);
  expect(canChangeLength(barOn({ bookings, play_minutes: 60 }, 1250).cell)).toBe(false);
});
