import { describe, expect, test } from 'vitest';
import {
  dayToShow,
  hoursOnSale,
  isFree,
  periodToOpen,
  periodsOf,
  reasonDayClosed,
  reasonPeriodClosed,
} from './day-slots';

const day = {
  slots: [
    { time: '9:00 AM', type: 'MORNING', price: 600, free: 12 },
    { time: '7:00 PM', type: 'EVENING', price: 800, free: 2 },
    { time: '9:00 PM', type: 'EVENING', price: 700 },
  ],
  closed: [
    { time: '6:00 AM', reason: 'past' },
    { time: '6:00 PM', reason: 'full' },
    { time: '11:00 PM', reason: 'closed' },
  ],
};

test('the hours on sale are the free and the full ones, not those that have passed or are closed', () => {
  expect(hoursOnSale(periodsOf(day)).map(({ time, state }) => [time, state])).toEqual([
    ['9:00 AM', 'free'],
    ['6:00 PM', 'full'],
    ['7:00 PM', 'free'],
    ['9:00 PM', 'free'],
  ]);
});

describe('the period cards', () => {
  test('have the hours of the specification, six each', () => {
    const [morning, afternoon, evening] = periodsOf({ slots: [] });
    expect(morning?.cells.map((c) => c.time)).toEqual([
      '6:00 AM',
      '7:00 AM',
      '8:00 AM',
      '9:00 AM',
      '10:00 AM',
      '11:00 AM',
    ]);
    expect(afternoon?.cells[0]?.time).toBe('12:00 PM');
    expect(afternoon?.cells.at(-1)?.time).toBe('5:00 PM');
    expect(evening?.cells[0]?.time).toBe('6:00 PM');
    expect(evening?.cells.at(-1)?.time).toBe('11:00 PM');
    expect([afternoon?.cells.length, evening?.cells.length]).toEqual([6, 6]);
  });

  test('show the price of the first free slot, or 0', () => {
    expect(periodsOf(day).map((p) => p.price)).toEqual([600, 0, 800]);
  });

  test('mark a price that is the lowest of several', () => {
    const at = (...slots: object[]) =>
      periodsOf({
        slots: slots.map((slot) => Object.assign({ time: '7:00 PM', type: 'EVENING', price: 800 }, slot)),
      })[2];
    expect(at({})?.hasHigherPrices).toBe(false);
    expect(at({ highest_price: 900 })).toMatchObject({
      hasHigherPrices: true,
      cells: [{}, { varies: true }, {}, {}, {}, {}],
    });
    expect(at({}, { time: '8:00 PM', price: 900 })?.hasHigherPrices, 'another hour is more expensive').toBe(true);
    expect(at({}, { time: '8:00 PM', price: 700 })?.hasHigherPrices, 'the first hour is not the cheapest').toBe(false);
  });

  test('say why an hour cannot be chosen', () => {
    const [morning, afternoon, evening] = periodsOf(day);
    expect(morning?.cells[0]).toEqual({ time: '6:00 AM', state: 'past' });
    expect(evening?.cells[0]).toEqual({ time: '6:00 PM', state: 'full' });
    expect(evening?.cells[1]).toEqual({ time: '7:00 PM', state: 'free', price: 800, varies: false, free: 2 });
    expect(evening?.cells[5]).toEqual({ time: '11:00 PM', state: 'closed' });
    // An hour that the reply does not contain is not offered.
    expect(afternoon?.cells.every((c) => c.state === 'closed')).toBe(true);
  });

  test('count free and open hours and know that the period has begun', () => {
    const [morning, , evening] = periodsOf(day);
    expect([evening?.freeHours, evening?.openHours, evening?.hasBegun]).toEqual([2, 3, false]);
    expect(morning?.hasBegun).toBe(true);
  });

  test('include hours outside the usual ones if the venue is open then', () => {
    const early = periodsOf({
      slots: [{ time: '5:30 AM', type: 'MORNING', price: 500 }],
      closed: [],
    });
    expect(early[0]?.cells[0]).toEqual({ time: '5:30 AM', state: 'free', price: 500, varies: false, free: null });
    expect(early[0]?.cells).toHaveLength(7);
  });

  test('open at the wanted hour, also if it is closed, else at the first free one, else stay closed', () => {
    const periods = periodsOf(day);
    expect(periodToOpen(periods, '7:00 PM')).toBe('EVENING');
    expect(periodToOpen(periods, '11:00 PM'), 'closed, in an evening with free hours').toBe('EVENING');
    expect(periodToOpen(periodsOf({ slots: [{ time: '6:00 AM', type: 'MORNING', price: 1 }] }), '7:00 PM')).toBe(
      'MORNING',
    );
    expect(periodToOpen(periods, undefined)).toBe('MORNING');
    expect(periodToOpen(periodsOf({ slots: [] }), undefined)).toBeNull();
  });
});

describe('a day without a free hour', () => {
  const closedFor = (...reasons: string[]) =>
    reasonDayClosed({ slots: [], closed: reasons.map((reason, at) => ({ time: `${at + 1}:00 PM`, reason })) });

  test('is full, too late to be booked, over or closed', () => {
    expect(closedFor('past', 'full', 'closed')).toBe('full');
    expect(closedFor('past', 'late', 'closed')).toBe('late');
    expect(closedFor('past', 'closed')).toBe('past');
    expect(closedFor('closed')).toBe('closed');
    expect(closedFor(), 'a day off').toBe('closed');
    expect(reasonDayClosed(day)).toBeNull();
  });
});

describe('a period without a free hour', () => {
  const closedFor = (...reasons: string[]) => {
    const closed = reasons.map((reason, at) => ({ time: `${at + 6}:00 AM`, reason }));
    return reasonPeriodClosed(periodsOf({ slots: [], closed })[0]!);
  };

  test('is full, too late to be booked, over or closed', () => {
    expect(closedFor('past', 'full')).toBe('full');
    expect(closedFor('past', 'late')).toBe('late');
    expect(closedFor('past')).toBe('past');
    expect(closedFor()).toBe('closed');
    expect(periodsOf(day).map(reasonPeriodClosed)).toEqual([null, 'closed', null]);
  });
});

describe('the day that is shown', () => {
  const days = [
    { date: { date: '2026-11-21' }, slots: [] },
    { date: { date: '2026-11-22' }, slots: day.slots },
    { date: { date: '2026-11-23' }, slots: [] },
  ];

  test('is the requested one if it is offered', () => {
    expect(dayToShow(days, '2026-11-23')?.date.date).toBe('2026-11-23');
  });

  test('is the first with a free hour otherwise', () => {
    expect(dayToShow(days, undefined)?.date.date).toBe('2026-11-22');
    expect(dayToShow(days, '2027-01-01')?.date.date).toBe('2026-11-22');
    expect(dayToShow([days[0]!], undefined)?.date.date).toBe('2026-11-21');
    expect(dayToShow([], undefined)).toBeUndefined();
  });

  test('is free only at the hours that it lists', () => {
    expect(isFree(day, '7:00 PM')).toBe(true);
    expect(isFree(day, '6:00 PM')).toBe(false);
    expect(isFree(day, undefined)).toBe(false);
    expect(isFree(undefined, '7:00 PM')).toBe(false);
  });
});
