import { expect, test } from 'vitest';
import { statusAppearance, statusText } from './booking-status';

test.each([
  ['cancel_requested', 'CANCEL REQUESTED'],
  ['confirmed', 'CONFIRMED'],
  ['no_show', 'NO SHOW'],
  [undefined, 'UNKNOWN'],
  ['', 'UNKNOWN'],
])('status %j reads %s', (status, text) => {
  expect(statusText(status)).toBe(text);
});

test.each([
  ['Courts', 'cancel_requested', 'cancel-requested'],
  ['Courts', 'cancelled', 'cancelled'],
  ['Courts', 'CANCELLED', 'cancelled'],
  ['Courts', 'confirmed', 'confirmed'],
  ['Courts', 'something_new', 'confirmed'],
  ['Courts', undefined, 'confirmed'],
  ['League', 'confirmed', 'in-transit'],
])('a %s card that is %s looks %s', (type, status, look) => {
  expect(statusAppearance(type, status)).toBe(look);
});
