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

test('an unreadable time has no deadline', () => {
  expect(cancelUntil({ date: '2026-11-22', time: 'noon' }, 360, ZONE, NOW)).toBeNull();
});
