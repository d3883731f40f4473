import { expect, test } from 'vitest';
import { markFound, takeFound } from './open-search';

test('only the booking that was found counts as found, and only once', () => {
  markFound('4820193756');
  expect([takeFound('4820193756'), takeFound('4820193756')]).toEqual([true, false]);
  // The found booking was not opened, and another one is opened next.
  markFound('4820193756');
  expect([takeFound('4820193757'), takeFound('4820193756')]).toEqual([false, false]);
});
