import { describe, expect, test } from 'vitest';
import { addDays } from '@/lib/dates';
import { type DayOnOffer, weekLater } from './week-later';

/** Saturday 21 November to 21 December, each day with these free hours; the current time is noon. */
function month(free: Record<string, readonly string[]> = {}): DayOnOffer[] {
  return Array.from({ length: 31 }, (_, at) => {
    const date = addDays('2026-11-21', at);
    const times = free[date] ?? ['6:00 AM', '6:00 PM', '7:00 PM', '8:00 PM'];
    return {
      date: { date },
      slots: times.filter((time) => at > 0 || time !== '6:00 AM').map((time) => ({ time, free: 2 })),
      closed: at === 0 ? [{ time: '6:00 AM', reason: 'past' }] : [],
    };
  });
}

describe('the same hour a week later', () => {
  test('is a week after a future game', () => {
    expect(weekLater({ date: '2026-11-22', time: '7:00 PM' }, month())).toEqual({
      kind: 'free',
      hour: { date: '2026-11-29', time: '7:00 PM' },
    });
  });

  test('is the next such weekday after a past game', () => {
    expect(weekLater({ date: '2026-08-05', time: '7:00 PM' }, month())).toMatchObject({
      hour: { date: '2026-11-25', time: '7:00 PM' },
    });
  });

  test('may be today, unless the hour has begun', () => {
    expect(weekLater({ date: '2026-11-14', time: '7:00 PM' }, month())).toMatchObject({
      kind: 'free',
      hour: { date: '2026-11-21' },
    });
    expect(weekLater({ date: '2026-11-14', time: '6:00 AM' }, month())).toMatchObject({
      kind: 'free',
      hour: { date: '2026-11-28' },
    });
  });

  test('is not today if the hour begins too soon to be booked', () => {
    const [today, ...others] = month();
    const late = { ...today!, slots: [], closed: [{ time: '7:00 PM', reason: 'late' }] };
    expect(weekLater({ date: '2026-11-14', time: '7:00 PM' }, [late, ...others])).toMatchObject({
      kind: 'free',
      hour: { date: '2026-11-28' },
    });
  });

  test('is not tomorrow either if that is too late to book', () => {
    const [today, tomorrow, ...others] = month();
    const late = { ...tomorrow!, slots: [], closed: [{ time: '7:00 PM', reason: 'late' }] };
    expect(weekLater({ date: '2026-11-15', time: '7:00 PM' }, [today!, late, ...others])).toMatchObject({
      kind: 'free',
      hour: { date: '2026-11-29' },
    });
  });

  test('says that it is taken and offers the nearest hour, of two equally near ones the later', () => {
    const days = month({ '2026-11-29': ['6:00 AM', '6:00 PM', '8:00 PM'] });
    expect(weekLater({ date: '2026-11-22', time: '7:00 PM' }, days)).toEqual({
      kind: 'taken',
      hour: { date: '2026-11-29', time: '7:00 PM' },
      nearest: { date: '2026-11-29', time: '8:00 PM' },
    });
  });

  test('offers the next day with a free hour if its own day is full', () => {
    const days = month({ '2026-11-29': [], '2026-11-30': [] });
    expect(weekLater({ date: '2026-11-22', time: '7:00 PM' }, days)).toMatchObject({
      kind: 'taken',
      nearest: { date: '2026-12-01', time: '7:00 PM' },
    });
  });

  test('reports a day beyond the bookable month and offers the last bookable day', () => {
    expect(weekLater({ date: '2026-12-20', time: '7:00 PM' }, month())).toEqual({
      kind: 'too-far',
      hour: { date: '2026-12-27', time: '7:00 PM' },
      nearest: { date: '2026-12-21', time: '7:00 PM' },
    });
  });

  test('offers nothing if no hour is free', () => {
    const nothing = month().map(({ date, closed }) => ({ date, closed, slots: [] }));
    expect(weekLater({ date: '2026-11-22', time: '7:00 PM' }, nothing)).toMatchObject({ kind: 'taken', nearest: null });
  });
});
