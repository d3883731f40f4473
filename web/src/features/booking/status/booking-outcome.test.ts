import { expect, test } from 'vitest';
import { bookingOutcome, type StatusFacts } from './booking-outcome';

const known: StatusFacts = {
  orderId: '4820193756',
  isAuthenticated: true,
  status: 'confirmed',
  failure: null,
};

test('an outcome without an order is a failure', () => {
  expect(bookingOutcome({ ...known, orderId: undefined })).toBe('fail');
});

test('a booked order is a success', () => {
  expect(bookingOutcome(known)).toBe('success');
});

test('a cancelled, missed or played booking is over', () => {
  for (const status of ['cancelled', 'cancel_requested', 'no_show', 'completed']) {
    expect(bookingOutcome({ ...known, status })).toBe('over');
  }
});

test('an order that is not booked is never shown as a success', () => {
  for (const status of ['held', 'released', 'expired']) {
    expect(bookingOutcome({ ...known, status })).toBe('fail');
  }
  expect(bookingOutcome({ ...known, status: undefined, failure: 'absent' })).toBe('fail');
});

test('an order whose payment is on its way has not failed', () => {
  for (const status of ['held', 'expired']) {
    expect(bookingOutcome({ ...known, status, payment: 'under_way' })).toBe('paying');
    expect(bookingOutcome({ ...known, status, paidHere: true })).toBe('paying');
    expect(bookingOutcome({ ...known, status, payment: 'failed' })).toBe('fail');
    expect(bookingOutcome({ ...known, status, payment: 'failed', paidHere: true })).toBe('fail');
  }
  expect(bookingOutcome({ ...known, status: 'confirmed', payment: 'paid', paidHere: true })).toBe('success');
});

test('a payment is returned in every state of its refund', () => {
  for (const payment of ['refund_approved', 'refund_issued', 'refund_processed', 'refund_failed']) {
    expect(bookingOutcome({ ...known, status: 'expired', payment, paidHere: true })).toBe('returned');
  }
});

test('an order that could not be loaded is unknown, not failed', () => {
  expect(bookingOutcome({ ...known, status: undefined, failure: 'unreachable' })).toBe('unknown');
  expect(bookingOutcome({ ...known, isAuthenticated: false, status: undefined })).toBe('unknown');
});

test('an order that is being loaded has no outcome yet', () => {
  expect(bookingOutcome({ ...known, status: undefined })).toBe('checking');
});
