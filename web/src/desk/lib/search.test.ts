import { expect, test } from 'vitest';
import { boardSearch, signInSearch } from './search';

const board = (raw: object) => boardSearch(raw as Parameters<typeof boardSearch>[0]);
const signIn = (raw: object) => signInSearch(raw as Parameters<typeof signInSearch>[0]);

test('the board takes day, hour and the opened order from its address', () => {
  expect(board({ day: '2026-11-22', hour: '1020', open: '4820193756' })).toEqual({
    day: '2026-11-22',
    hour: 1020,
    open: '4820193756',
  });
  expect(board({ day: '2026-11-22', hour: 0 })).toEqual({ day: '2026-11-22', hour: 0 });
});

test('a part that is wrong counts as absent', () => {
  expect(board({ day: '2026-02-31', hour: '1440', open: 'x' })).toEqual({});
  expect(board({ day: 'today', hour: '-1', open: '' })).toEqual({});
});

test('the sign-in returns only to addresses of the desk', () => {
  expect(signIn({ to: '/v/1/board?day=2026-11-22' })).toEqual({ to: '/v/1/board?day=2026-11-22' });
  for (const to of ['//elsewhere.in', '/\\elsewhere.in', 'https://elsewhere.in', ''])
    expect(signIn({ to })).toEqual({});
});
