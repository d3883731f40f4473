import { expect, it } from 'vitest';
import { bookingOutcome, type StatusFacts } from './booking-outcome';

const known: StatusFacts = {
  orderId: '4820193756',
  isAuthenticated: true,
  status: 'confirmed',
  failure: null,
};

it('without an order the booking failed', () => {
  expect(bookingOutcome({ ...known, orderId: undefined })).toBe('fail');
});

it('a booked order is a success', () => {
  for (const status of ['confirmed', 'completed']) {
    expect(bookingOutcome({ ...known, status })).toBe('success');
  }
});

it('a booking that was cancelled or missed is no news to celebrate', () => {
  for (const status of ['cancelled', 'cancel_requested', 'no_show']) {
    expect(bookingOutcome({ ...known, status })).toBe('over');
  }
});

it('an order that is not booked is never shown as a success', () => {
  for (const status of ['held', 'released', 'expired']) {
    expect(bookingOutcome({ ...known, status })).toBe('fail');
  }
  expect(bookingOutcome({ ...known, status: undefined, failure: 'absent' })).toBe('fail');
});

it('an order that could not be looked up is unknown, not failed', () => {
  expect(bookingOutcome({ ...known, status: undefined, failure: 'unreachable' })).toBe('unknown');
  expect(bookingOutcome({ ...known, isAuthenticated: false, status: undefined })).toBe('unknown');
});

it('while it is being looked up nothing is said', () => {
  expect(bookingOutcome({ ...known, status: undefined })).toBe('checking');
});
