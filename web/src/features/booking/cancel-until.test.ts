import { expect, test } from 'vitest';
import { cancelUntil } from './cancel-until';

const ZONE = 'Asia/Kolkata';
// 21 November 2026, 10:00 AM in India.
const NOW = new Date('2026-11-21T04:30:00Z');

test('a booking can be cancelled until six hours before its start', () => {
  expect(cancelUntil({ date: '2026-11-22', time: '7:00 PM' }, 360, ZONE, NOW)).toEqual({
    day: '2026-11-22',
    time: '1:00 PM',
  });
});

test('the deadline of an early game is on the day before, also across the end of a month', () => {
  expect(cancelUntil({ date: '2026-12-01', time: '5:00 AM' }, 360, ZONE, NOW)).toEqual({
    day: '2026-11-30',
    time: '11:00 PM',
  });
});

test('cancelling is too late six hours before the start, and possible a minute earlier', () => {
  expect(cancelUntil({ date: '2026-11-21', time: '4:00 PM' }, 360, ZONE, NOW)).toBeNull();
  expect(cancelUntil({ date: '2026-11-21', time: '4:00 PM' }, 360, ZONE, new Date('2026-11-21T04:29:00Z'))).toEqual({
    day: '2026-11-21',
    time: '10:00 AM',
  });
});

test('an unreadable day or time has no deadline', () => {
  expect(cancelUntil({ date: '2026-11-22', time: 'noon' }, 360, ZONE, NOW)).toBeNull();
  expect(cancelUntil({ date: 'Sunday', time: '7:00 PM' }, 360, ZONE, NOW)).toBeNull();
});

test.each([
  // At 2 AM of 14 March 2027 the clock in New York is put forward, and at 2 AM of 7 November back.
  ['2027-03-14', '7:00 AM', '2027-03-14', '12:00 AM'],
  ['2027-03-14', '5:00 AM', '2027-03-13', '10:00 PM'],
  ['2027-03-14', '9:00 AM', '2027-03-14', '3:00 AM'],
  ['2027-11-07', '6:00 AM', '2027-11-07', '1:00 AM'],
  ['2027-11-07', '1:00 AM', '2027-11-06', '7:00 PM'],
  ['2027-11-07', '9:00 AM', '2027-11-07', '3:00 AM'],
])('six hours before the game of %s, %s are six hours by the clock of the server', (date, time, day, until) => {
  expect(cancelUntil({ date, time }, 360, 'America/New_York', NOW)).toEqual({ day, time: until });
});

test('around a change of the clock it is too late from the moment at which the server refuses', () => {
  const game = { date: '2027-03-14', time: '7:00 AM' };
  const inNewYork = (now: string) => cancelUntil(game, 360, 'America/New_York', new Date(now));
  expect(inNewYork('2027-03-14T04:59:00Z')).toEqual({ day: '2027-03-14', time: '12:00 AM' });
  expect(inNewYork('2027-03-14T05:00:00Z')).toBeNull();
});
