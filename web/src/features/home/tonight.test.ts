import { expect, test } from 'vitest';
import { freeTonight } from './tonight';

test('seven in the evening is counted over all venues', () => {
  const venues = [
    [
      { time: '6:00 PM', free: 1 },
      { time: '7:00 PM', free: 4 },
    ],
    [{ time: '7:00 PM', free: 3 }],
  ];
  expect(freeTonight(venues)).toEqual({ time: '7:00 PM', free: 7, evening: true });
});

test('late in the evening the next hour is named, early in a full evening the next hour of the day', () => {
  expect(freeTonight([[{ time: '9:00 PM', free: 2 }]])).toEqual({ time: '9:00 PM', free: 2, evening: true });
  expect(freeTonight([[{ time: '3:00 PM', free: 2 }]])).toEqual({ time: '3:00 PM', free: 2, evening: false });
});

test('the page never says that zero courts are free', () => {
  expect(freeTonight([[{ time: '7:00 PM', free: 0 }]])).toBeNull();
  expect(freeTonight([])).toBeNull();
});
