import { expect, test } from 'vitest';
import { holdEnd, isBooked } from './hold-end';

const held = { status: 'held', isClosed: false, known: null, hasOtherHold: false, isBusy: false } as const;

test('a held order has not ended, unless the window knows its end', () => {
  expect(holdEnd(held)).toBeNull();
  expect(holdEnd({ ...held, known: 'taken' })).toBe('taken');
});

test('an end that the order reports is shown once no call is under way', () => {
  expect(holdEnd({ ...held, status: 'expired' })).toBe('expired');
  expect(holdEnd({ ...held, status: 'released' })).toBe('released');
  expect(holdEnd({ ...held, status: 'released', isBusy: true })).toBeNull();
  expect(holdEnd({ ...held, status: 'released', isBusy: true, known: 'expired' })).toBe('expired');
});

test('a hold that the venue ended is shown as closed once no call is under way', () => {
  const closed = { ...held, status: 'expired', isClosed: true } as const;
  expect(holdEnd(closed)).toBe('closed');
  expect(holdEnd({ ...closed, isBusy: true })).toBeNull();
});

test('a hold that another hold of the player replaced is shown as replaced', () => {
  expect(holdEnd({ ...held, status: 'released', hasOtherHold: true })).toBe('replaced');
  expect(holdEnd({ ...held, status: 'released', hasOtherHold: true, known: 'taken' })).toBe('replaced');
  expect(holdEnd({ ...held, status: 'expired', hasOtherHold: true })).toBe('expired');
});

test('a confirmed order and its later states are bookings; a hold and its ends are not', () => {
  expect((['confirmed', 'completed', 'no_show', 'cancel_requested', 'cancelled'] as const).every(isBooked)).toBe(true);
  expect((['held', 'expired', 'released'] as const).some(isBooked)).toBe(false);
});
