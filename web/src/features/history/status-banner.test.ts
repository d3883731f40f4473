import { expect, test } from 'vitest';
import { statusBanner } from './status-banner';

type Facts = Parameters<typeof statusBanner>[0];
const banner = (
  status: Facts['status'],
  state?: NonNullable<Facts['online_payment']>['state'],
  refund_reason: string | null = null,
) =>
  statusBanner({
    status,
    cancelled_by: null,
    online_payment: state === undefined ? null : { state, refund: 0, refund_reason },
  });

test('an order with a pending payment shows it, also after the hold expired', () => {
  expect(banner('held', 'under_way')).toEqual({ tone: 'warn', title: 'Your payment is on its way' });
  expect(banner('expired', 'under_way').title).toBe('Your payment is on its way');
});

test('late money is shown as being or as having been refunded in full', () => {
  expect(banner('expired', 'refund_approved', 'paid_late').title).toBe("You're getting a full refund");
  expect(banner('released', 'refund_failed', 'paid_late').title).toBe("You're getting a full refund");
  expect(banner('expired', 'refund_processed', 'paid_late').title).toBe('You got a full refund');
});

test('what the provider returned by itself, perhaps less a few paise, is not shown as a full refund', () => {
  expect(banner('expired', 'refund_processed').title).toBe('Your money went back');
});

test('what is left of a payment is not shown as a full refund', () => {
  expect(banner('expired', 'refund_approved', 'wrong_amount').title).toBe('Your money is on its way back');
  expect(banner('expired', 'refund_processed', 'wrong_amount').title).toBe('Your money went back');
});

test('a booking, a cancelled one, a hold and an expired hold each have a title', () => {
  expect(banner('confirmed', 'paid').title).toBe('your booking is confirmed');
  expect(banner('cancelled', 'refund_processed').title).toBe('Booking cancelled');
  expect(banner('held').title).toBe('This court is held for you. Confirm it to keep it.');
  expect(banner('expired', 'failed').title).toBe('The hold on this court ran out before it was confirmed.');
});

test('a hold that ended with its court names the venue, also after a payment that failed', () => {
  const closed = { status: 'expired', cancelled_by: null, hold_closed: true } as const;
  const failed = { state: 'failed', refund: 0, refund_reason: null } as const;
  for (const online_payment of [null, failed]) {
    expect(statusBanner({ ...closed, online_payment })).toEqual({
      tone: 'note',
      title: 'The venue had to close this court',
    });
  }
});
