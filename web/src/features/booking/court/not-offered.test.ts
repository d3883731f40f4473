import { expect, test } from 'vitest';
import { reasonNotOffered } from './not-offered';

const days = [
  {
    date: { date: '2026-11-21' },
    slots: [{ time: '7:00 PM' }],
    closed: [
      { time: '6:00 AM', reason: 'past' },
      { time: '8:00 PM', reason: 'full' },
      { time: '11:00 PM', reason: 'closed' },
    ],
  },
  { date: { date: '2026-11-22' }, slots: [], closed: [] },
];

test('an hour is offered also if all its courts are taken', () => {
  expect(reasonNotOffered(days, '2026-11-21', '7:00 PM')).toBeNull();
  expect(reasonNotOffered(days, '2026-11-21', '8:00 PM')).toBeNull();
});

test('an hour or a day in the past is not offered', () => {
  expect(reasonNotOffered(days, '2026-11-21', '6:00 AM')).toBe('past');
  expect(reasonNotOffered(days, '2020-01-01', '7:00 PM')).toBe('past');
});

test('an hour at which the venue is closed is not offered', () => {
  expect(reasonNotOffered(days, '2026-11-21', '11:00 PM')).toBe('closed');
  expect(reasonNotOffered(days, '2026-11-21', '6:30 PM'), 'between two starts').toBe('closed');
  expect(reasonNotOffered(days, '2026-11-22', '7:00 PM'), 'a day off').toBe('closed');
});

test('a day after the last bookable one is not offered', () => {
  expect(reasonNotOffered(days, '2026-11-23', '7:00 PM')).toBe('far');
});

test('no reason is given while the days are unknown', () => {
  expect(reasonNotOffered([], '2020-01-01', '7:00 PM')).toBeNull();
});
