import { expect, test } from 'vitest';
import { type Period, periodsOf } from './day-slots';
import { keepOpen, openPeriods, type Toggled } from './open-periods';

const hour = { MORNING: '9:00 AM', AFTERNOON: '2:00 PM', EVENING: '7:00 PM' };

/** A day with a free hour in these periods. */
function dayWith(...free: Period[]) {
  return periodsOf({ slots: free.map((type) => ({ time: hour[type], type, price: 800 })) });
}

const open = (day: ReturnType<typeof dayWith>, toggled: Toggled = {}, wanted?: string, allOpen = false) => [
  ...openPeriods(day, { toggled, wanted, allOpen }),
];

test('the first period with a free hour is open, or the one of the wanted hour', () => {
  const day = dayWith('AFTERNOON', 'EVENING');
  expect(open(day)).toEqual(['AFTERNOON']);
  expect(open(day, {}, '7:00 PM')).toEqual(['EVENING']);
  expect(open(day, {}, undefined, true)).toEqual(['AFTERNOON', 'EVENING']);
});

test('a period that the player opened stays open on another day, and no other one opens', () => {
  const saturday = dayWith('MORNING', 'EVENING');
  const kept = { ...keepOpen({}, openPeriods(saturday, { toggled: {}, wanted: undefined, allOpen: false })) };
  const evening: Toggled = { ...kept, MORNING: false, EVENING: true };
  expect(open(dayWith('MORNING', 'AFTERNOON', 'EVENING'), evening)).toEqual(['EVENING']);
});

test('the first period with a free hour opens if the player’s periods have none', () => {
  expect(open(dayWith('MORNING', 'AFTERNOON'), { EVENING: true })).toEqual(['MORNING']);
  expect(open(dayWith('AFTERNOON'), { EVENING: true, MORNING: false }, '7:00 PM')).toEqual(['AFTERNOON']);
});

test('a period that the player closed stays closed', () => {
  expect(open(dayWith('MORNING', 'EVENING'), { MORNING: false }, undefined, true)).toEqual(['EVENING']);
});

test('choosing an hour closes no period', () => {
  const day = dayWith('MORNING', 'EVENING');
  const before = keepOpen(
    {},
    openPeriods(day, { toggled: { EVENING: true, MORNING: true }, wanted: undefined, allOpen: false }),
  );
  expect(open(day, before, '7:00 PM')).toEqual(['MORNING', 'EVENING']);
});
