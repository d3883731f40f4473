import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { boardModel } from '@/desk/day/board-model';
import { cancelledIn, findFreeCourt, isBookable, nearbySlots, walkInSlot } from './free-slots';

const model = (changes: Parameters<typeof sampleBoard>[0] = {}, minute = 1104) =>
  boardModel(sampleBoard(changes), Date.parse(sampleInstant(minute)));

/** Makes bookings of these courts and minutes. */
const taken = (...hours: [court: number, minute: number][]) =>
  hours.map(([court, minute]) => sampleBoardBooking({ order: `${court}${minute}`, court, minute }));
const full = (minute: number) => taken([21, minute], [22, minute], [23, minute]);

test('a walk-in gets the first free court of the running hour, else of the next', () => {
  expect(walkInSlot(model())).toEqual({ court: 21, minute: 1080 });
  expect(walkInSlot(model({ bookings: taken([21, 1080]) }))).toEqual({ court: 22, minute: 1080 });
  expect(walkInSlot(model({ bookings: [...full(1080), ...taken([21, 1140])] }))).toEqual({ court: 22, minute: 1140 });
  expect(walkInSlot(model({ bookings: [...full(1080), ...full(1140)] }))).toBeNull();
  // Until play would end at 6:55 PM the server sells the running hour.
  expect(walkInSlot(model({}, 1134))).toEqual({ court: 21, minute: 1080 });
  expect(walkInSlot(model({}, 1135))).toEqual({ court: 21, minute: 1140 });
  // Before the day begins, the next hour is its first one; after its end there is none.
  expect(walkInSlot(model({}, 900))).toEqual({ court: 21, minute: 1020 });
  expect(walkInSlot(model({}, 1400))).toBeNull();
});

test('the first free court is the one with the lowest number, not the first on the screen', () => {
  const courts = sampleBoard().courts.map(({ id, name, type }) => ({ id, name, type, number: 24 - id }));
  expect(walkInSlot(model({ courts }))).toEqual({ court: 23, minute: 1080 });
});

test('a slot that is free or held by the person who is signed in can be booked', () => {
  const desk_holds = [21, 22].map((court) => ({
    id: String(court),
    court,
    minute: 1140,
    minutes: 60,
    until: sampleInstant(1106),
    by: 'Kiran',
    mine: court === 21,
  }));
  const bookable = model({ desk_holds }).rows.map(({ cells }) => cells.map(isBookable));
  expect(bookable).toEqual([
    [false, true, true, true, true],
    [false, true, false, true, true],
    [false, true, true, true, true],
  ]);
});

test('for another hour the court stays the same if it is free then', () => {
  const busy = model({ bookings: taken([22, 1200]) });
  expect(findFreeCourt(busy, 1200, 23)).toBe(23);
  expect(findFreeCourt(busy, 1200, 22)).toBe(21);
  expect(findFreeCourt(model({ bookings: full(1200) }), 1200, 22)).toBe(22);
  expect(findFreeCourt(undefined, 1200, 22)).toBe(22);
});

test('the other courts of the hour and the hour after can be booked as well', () => {
  const hours = [{ court: 23, minute: 1140 }];
  const nearby = nearbySlots(model({ bookings: taken([21, 1140]) }), hours);
  expect(nearby?.courts.map(({ court, isChosen }) => [court.id, isChosen])).toEqual([
    [22, false],
    [23, true],
  ]);
  expect(nearby?.next).toEqual([{ court: 23, minute: 1200 }]);
  expect(nearbySlots(model({ bookings: taken([23, 1200]) }), hours)?.next).toEqual([]);
  expect(nearbySlots(model(), [{ court: 23, minute: 1260 }])?.next).toEqual([]);
  expect(nearbySlots(model(), [])).toBeNull();
});

test('a cancelled booking is found by its hour', () => {
  const gone = { order: '55', court: 23, minute: 1140, name: 'Om Parmar', at: sampleInstant(900) };
  expect(cancelledIn(model({ cancelled: [gone] }), [{ court: 23, minute: 1140 }])).toEqual([gone]);
  expect(cancelledIn(model({ cancelled: [gone] }), [{ court: 22, minute: 1140 }])).toEqual([]);
});
