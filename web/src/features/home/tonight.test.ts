import { expect, test } from 'vitest';
import { freeTonight } from './tonight';

test('free courts at 7 PM are counted over all venues', () => {
  const venues = [
    [
      { time: '6:00 PM', free: 1 },
      { time: '7:00 PM', free: 4 },
    ],
    [{ time: '7:00 PM', free: 3 }],
  ];
  expect(freeTonight(venues)).toEqual({ time: '7:00 PM', free: 7, evening: true });
});

test('if no venue lists 7 PM, another free hour is named, with whether it is in the evening', () => {
  expect(freeTonight([[{ time: '9:00 PM', free: 2 }]])).toEqual({ time: '9:00 PM', free: 2, evening: true });
  expect(freeTonight([[{ time: '3:00 PM', free: 2 }]])).toEqual({ time: '3:00 PM', free: 2, evening: false });
});

test('the page never says that zero courts are free', () => {
  expect(freeTonight([[{ time: '7:00 PM', free: 0 }]])).toBeNull();
  expect(freeTonight([])).toBeNull();
});
