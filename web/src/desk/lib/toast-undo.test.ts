import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetToasts, toasts } from '@/testing/toasts';
import { toastUndo } from './toast-undo';

const NOW = '2026-11-22T12:54:00Z';
const UNTIL = '2026-11-22T12:55:00Z';

beforeEach(() => {
  vi.setSystemTime(NOW);
  forgetToasts();
});
afterEach(() => vi.useRealTimers());

/** Offers an undo; returns the texts of the toasts, whether they have a button, and how long they are shown. */
function offered(now: string, isAgain: boolean, ahead = 0) {
  vi.setSystemTime(now);
  toastUndo('Booked for Rohan', { label: 'Undo', run: () => {}, until: UNTIL, ahead, isAgain });
  return toasts().map(({ text, action, milliseconds }) => [text, action?.key, milliseconds]);
}

test.each([false, true])('an undo is offered until its time by the server’s clock is over (again: %s)', (isAgain) => {
  expect(offered(NOW, isAgain)).toEqual([['Booked for Rohan', 'Z', 60_000]]);
  forgetToasts();
  expect(offered(NOW, isAgain, 20_000)).toEqual([['Booked for Rohan', 'Z', 40_000]]);
});

test('what was done is said without a button if its time was over at once', () => {
  expect(offered(UNTIL, false)).toEqual([['Booked for Rohan', undefined, undefined]]);
});

test('nothing is said of what may be undone by an undo without an answer', () => {
  expect(offered(UNTIL, true)).toEqual([]);
});
