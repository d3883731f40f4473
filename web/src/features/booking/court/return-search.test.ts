import { expect, test } from 'vitest';
import { afterLogin } from '@/lib/navigation-state';
import { returnSearch } from './return-search';

const SEARCH = '?venue=1&sport=1&device_id=aB3dE5fG7h&date=2026-11-22&time=7%3A00+PM';

test('a player comes back from login to the same venue, hour and court', () => {
  const back = returnSearch(SEARCH, 3);
  expect(back).toBe(`${SEARCH}&court=3`);
  expect(afterLogin({ returnUrl: back })).toBe(`/court-selection${SEARCH}&court=3`);
});

test('the chosen court replaces the one in the address', () => {
  expect(returnSearch(`${SEARCH}&court=3`, 5)).toBe(`${SEARCH}&court=5`);
  expect(returnSearch(`${SEARCH}&court=3`, undefined)).toBe(`${SEARCH}&court=3`);
});

test('a held order is not part of the return address', () => {
  expect(returnSearch(`${SEARCH}&order=4820193756`, 3)).toBe(`${SEARCH}&court=3`);
});
