import { describe, expect, test } from 'vitest';
import {
  addDays,
  chipDay,
  dayIn,
  hourText,
  weekdayTimeText,
  longDay,
  minutesIn,
  minutesOfDay,
  dateTimeText,
  shortDay,
  dayForScreenReaders,
  splitCardDate,
  timeRange,
  timeText,
} from './dates';

describe('a calendar day', () => {
  // The zone is that of the process (vitest.config.ts).
  test('is the same day in the zone of the machine', () => {
    expect(longDay('2026-11-22')).toBe('Sun, 22 Nov 2026');
    expect(shortDay('2026-11-22')).toBe('Sun 22');
    expect(chipDay('2026-12-16')).toBe('Wed 16 Dec');
  });

  test('that cannot be read is shown unchanged', () => {
    for (const text of [longDay, shortDay, chipDay, dayForScreenReaders]) expect(text('soon')).toBe('soon');
  });

  test('steps over months and leap days', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-01', -1)).toBe('2026-11-30');
  });
});

describe('a time of day', () => {
  test('becomes minutes and text again', () => {
    for (const time of ['12:00 AM', '6:00 AM', '12:00 PM', '11:55 PM']) {
      expect(timeText(minutesOfDay(time) ?? -1)).toBe(time);
    }
    expect(minutesOfDay('7 PM')).toBeNull();
  });

  test('and its end name the half of the day once, unless it changes', () => {
    expect(timeRange('7:00 PM', 55)).toBe('7:00 – 7:55 PM');
    expect(timeRange('11:30 AM', 55)).toBe('11:30 AM – 12:25 PM');
  });
});

test('days in English are written without Intl as Intl writes them in India', () => {
  const format = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', weekday: 'short', month: 'short' });
  const longFormat = new Intl.DateTimeFormat('en-IN', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  for (let month = 0; month < 12; month += 1) {
    const date = new Date(Date.UTC(2026, month, 9 + month, 12));
    const of = (type: string) => format.formatToParts(date).find((part) => part.type === type)?.value;
    const day = date.toISOString().slice(0, 10);
    expect(chipDay(day)).toBe(`${of('weekday')} ${date.getUTCDate()} ${of('month')}`);
    expect(dayForScreenReaders(day)).toBe(longFormat.format(date));
  }
});

test('a zone’s day and clock are those of Intl, also where they are known without it', () => {
  for (const zone of ['Asia/Kolkata', 'UTC', 'America/New_York']) {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
    for (let hours = 0; hours < 24 * 366; hours += 31) {
      const instant = new Date(Date.UTC(2026, 0, 1, hours, 13));
      expect(dayIn(zone, instant)).toBe(day.format(instant));
      expect(timeText(minutesIn(zone, instant))).toBe(timeText(minutesOf(clock.format(instant))));
    }
  }
});

/** "19:05" → 1145. */
function minutesOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
}

test('an instant is read in the venue’s zone', () => {
  expect(dayIn('Asia/Kolkata', new Date('2026-11-21T19:00:00Z'))).toBe('2026-11-22');
  expect(weekdayTimeText('2026-11-22T07:30:00Z', 'Asia/Kolkata')).toBe('Sun 22, 1:00 PM');
  expect(dateTimeText('2026-12-16T20:00:00Z', 'Asia/Kolkata')).toBe('Thu 17 Dec, 1:30 AM');
});

test('a history record without date or time says N/A', () => {
  expect(splitCardDate('21 Nov 2026 | 6:00 AM')).toEqual({ date: '21 Nov 2026', time: '6:00 AM' });
  expect(splitCardDate('')).toEqual({ date: 'N/A', time: 'N/A' });
  expect(splitCardDate(undefined)).toEqual({ date: 'N/A', time: 'N/A' });
});

test('an hour is written without its minutes if it has none', () => {
  expect([0, 600, 720, 1140, 1170].map(hourText)).toEqual(['12 AM', '10 AM', '12 PM', '7 PM', '7:30 PM']);
});
