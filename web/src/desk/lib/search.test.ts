import { expect, test } from 'vitest';
import { boardSearch, moneySearch, signInSearch } from './search';

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

test('an invalid part counts as absent', () => {
  expect(board({ day: '2026-02-31', hour: '1440', open: 'x' })).toEqual({});
  expect(board({ day: 'today', hour: '-1', open: '' })).toEqual({});
});

test('the board takes the hours to book from its address, each once and at most twelve', () => {
  expect(board({ book: '23-1140' })).toEqual({ book: '23-1140' });
  expect(board({ book: '23-1140,24-1140,23-1140' })).toEqual({ book: '23-1140,24-1140' });
  const many = Array.from({ length: 14 }, (_, index) => `${index + 1}-1140`);
  expect(board({ book: many.join(',') })).toEqual({ book: many.slice(0, 12).join(',') });
});

test('an invalid hour to book counts as absent', () => {
  expect(board({ book: '23-1140,24,x-5,0-60,24-1440,-3-60,25-60' })).toEqual({ book: '23-1140,25-60' });
  for (const book of ['', '23', ',', '23-', 1140]) expect(board({ book })).toEqual({});
});

test('an opened booking and hours to book exclude each other', () => {
  expect(board({ open: '4820193756', book: '23-1140' })).toEqual({ open: '4820193756' });
  expect(board({ open: 'x', book: '23-1140' })).toEqual({ book: '23-1140' });
});

test('the money takes its day from the address', () => {
  const money = (raw: object) => moneySearch(raw as Parameters<typeof moneySearch>[0]);
  expect(money({ day: '2026-11-22', open: '5' })).toEqual({ day: '2026-11-22' });
  expect(money({ day: '2026-02-31' })).toEqual({});
});

test('the sign-in returns only to addresses of the desk', () => {
  expect(signIn({ to: '/v/1/board?day=2026-11-22' })).toEqual({ to: '/v/1/board?day=2026-11-22' });
  for (const to of ['//elsewhere.in', '/\\elsewhere.in', 'https://elsewhere.in', ''])
    expect(signIn({ to })).toEqual({});
});

test('courts to be closed and the watched closure are in the address, never beside a booking', () => {
  expect(board({ mode: 'rain', close: '21.22--1260' })).toEqual({ mode: 'rain', close: '21.22--1260' });
  expect(board({ mode: 'rain', closure: '512' })).toEqual({ mode: 'rain', closure: '512' });
  expect(board({ mode: 'block', close: 'x' })).toEqual({ mode: 'block' });
  expect(board({ mode: 'snow', close: '21--', closure: '512' })).toEqual({});
  expect(board({ mode: 'rain', open: '55' })).toEqual({ open: '55' });
  expect(board({ mode: 'rain', book: '23-1140' })).toEqual({ book: '23-1140' });
});
