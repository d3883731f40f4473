import { describe, expect, test } from 'vitest';
import { searchableDays, searchableHours, isEvening, defaultHour, venueClock } from './wanted-hour';

const clock = (time: string, day = '2026-11-21') => venueClock(`${day}T${time}:00+05:30`, 'Asia/Kolkata');

describe('the search for free hours', () => {
  test.each([
    ['00:10', '2026-11-21', '7:00 PM'],
    ['11:30', '2026-11-21', '7:00 PM'],
    ['18:59', '2026-11-21', '7:00 PM'],
    ['19:00', '2026-11-21', '8:00 PM'],
    ['21:45', '2026-11-21', '10:00 PM'],
    ['22:00', '2026-11-22', '7:00 PM'],
    ['23:59', '2026-11-22', '7:00 PM'],
  ])('starts at %s with %s, %s', (time, date, hour) => {
    expect(defaultHour(clock(time))).toEqual({ date, time: hour });
  });

  test('uses the clock of the venues, not that of the phone', () => {
    expect(venueClock('2026-11-21T19:00:00Z', 'Asia/Kolkata')).toEqual({ today: '2026-11-22', minutes: 30 });
  });

  test('offers the days up to the same day next month', () => {
    const daysOf = (today: string) => searchableDays(clock('11:30', today), [null]);
    const days = daysOf('2026-11-21');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-21', '2026-12-21', 31]);
    expect(daysOf('2027-01-31').at(-1)).toBe('2027-02-28');
    expect(daysOf('2026-12-31').at(-1)).toBe('2027-01-31');
    expect(searchableDays(clock('11:30'), []), 'the venues are not known yet').toEqual(days);
  });

  test('offers the days up to the last one that any venue offers', () => {
    const last = (...horizons: (number | null)[]) => searchableDays(clock('11:30'), horizons).at(-1);
    expect(last(7, 14)).toBe('2026-12-05');
    expect(last(14, null)).toBe('2026-12-21');
    expect(last(90, null)).toBe('2027-02-19');
    expect(searchableDays(clock('11:30'), [0])).toEqual(['2026-11-21']);
  });

  test('offers the hours that the day has, else the usual ones ahead, and always the one in the address', () => {
    const wanted = { date: '2026-11-21', time: '7:00 PM' };
    const usual = searchableHours(wanted, clock('11:30'), undefined);
    expect([usual[0], usual.at(-1), usual.length]).toEqual(['12:00 PM', '10:00 PM', 11]);
    expect(searchableHours({ ...wanted, date: '2026-11-22' }, clock('11:30'), undefined)[0]).toBe('6:00 AM');
    expect(searchableHours(wanted, clock('11:30'), ['8:00 PM', '6:30 PM'])).toEqual(['6:30 PM', '7:00 PM', '8:00 PM']);
  });

  test('says tonight from 6 PM on', () => {
    expect(['5:00 PM', '6:00 PM', '11:00 PM'].map(isEvening)).toEqual([false, true, true]);
  });
});
