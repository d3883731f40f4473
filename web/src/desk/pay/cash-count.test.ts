import { expect, test } from 'vitest';
import { countOf, digitsOf, EMPTY_COUNT, totalOf } from './cash-count';

test('a count adds up notes and coins', () => {
  const typed = { ...EMPTY_COUNT, 500: '31', 200: '13', 10: '2', coins: '37' };
  expect(totalOf(typed)).toBe(31 * 500 + 13 * 200 + 2 * 10 + 37);
  expect(countOf(typed)).toEqual({
    notes: [
      { rupees: 500, number: 31 },
      { rupees: 200, number: 13 },
      { rupees: 10, number: 2 },
    ],
    coins: 37,
  });
});

test('a count without typed numbers is an empty drawer', () => {
  expect(totalOf(EMPTY_COUNT)).toBe(0);
  expect(countOf(EMPTY_COUNT)).toEqual({ notes: [], coins: 0 });
});

test('a field takes only digits, and no more than the server does', () => {
  expect(digitsOf('1 2-3.')).toBe('123');
  expect(digitsOf('1234567')).toBe('12345');
});
