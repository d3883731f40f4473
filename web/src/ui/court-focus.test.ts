import { expect, test } from 'vitest';
import { isFocusKey, nextFocus } from './court-focus';

// Three rows; the court in the middle of the first one is taken, the last row has only one.
const positions = [
  { left: 0, top: 0 },
  { left: 200, top: 0 },
  { left: 0, top: 100 },
  { left: 100, top: 100 },
  { left: 200, top: 100 },
  { left: 0, top: 300 },
];

test('left and right move the focus in reading order and stop at the ends', () => {
  expect(nextFocus(positions, 0, 'ArrowRight')).toBe(1);
  expect(nextFocus(positions, 1, 'ArrowRight')).toBe(2);
  expect(nextFocus(positions, 0, 'ArrowLeft')).toBe(0);
  expect(nextFocus(positions, 5, 'ArrowRight')).toBe(5);
});

test('up and down go to the nearest court of the next row', () => {
  expect(nextFocus(positions, 1, 'ArrowDown')).toBe(4);
  expect(nextFocus(positions, 3, 'ArrowUp')).toBe(0);
  expect(nextFocus(positions, 4, 'ArrowDown')).toBe(5);
  expect(nextFocus(positions, 5, 'ArrowDown')).toBe(5);
  expect(nextFocus(positions, 0, 'ArrowUp')).toBe(0);
});

test('Home and End move the focus to the first and the last free court', () => {
  expect(nextFocus(positions, 3, 'Home')).toBe(0);
  expect(nextFocus(positions, 3, 'End')).toBe(5);
  expect(isFocusKey('End')).toBe(true);
  expect(isFocusKey('Tab')).toBe(false);
});
