import { expect, test } from 'vitest';
import { statusBanner } from './status-banner';

type Facts = Parameters<typeof statusBanner>[0];
const banner = (status: Facts['status'], state?: NonNullable<Facts['online_payment']>['state']) =>
  statusBanner({
    status,
    cancelled_by: null,
    online_payment: state === undefined ? null : { state, refund: 0, refund_reason: null },
  });

test('an order whose bank is silent is a payment on its way, held or lapsed', () => {
  expect(banner('held', 'under_way')).toEqual({ tone: 'warn', title: 'Your payment is on its way' });
  expect(banner('expired', 'under_way').title).toBe('Your payment is on its way');
});

test('money that came too late goes back in full, or went', () => {
  expect(banner('expired', 'refund_approved').title).toBe("You're getting a full refund");
  expect(banner('released', 'refund_failed').title).toBe("You're getting a full refund");
  expect(banner('expired', 'refund_processed').title).toBe('You got a full refund');
});

test('a booking, a hold and a hold that lapsed say what they are', () => {
  expect(banner('confirmed', 'paid').title).toBe('your booking is confirmed');
  expect(banner('cancelled', 'refund_processed').title).toBe('Booking cancelled');
  expect(banner('held').title).toBe('This court is held for you. Confirm it to keep it.');
  expect(banner('expired', 'failed').title).toBe('The hold on this court ran out before it was confirmed.');
});
