import { expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import type { CheckoutEnd } from './checkout';
import { payOnline, type PayNeeds } from './pay-online';

const GOOD = { error: 0, message: 'fine' };
const refusal = (code: string, message = 'no') => ({ error: 1, message, code });
const PAID: CheckoutEnd = { kind: 'paid', payment: 'pay_1', signature: 'ab12' };

function needsWith(changes: Partial<PayNeeds<typeof GOOD>> = {}) {
  const needs: PayNeeds<typeof GOOD> = {
    generate: vi.fn(async () => GOOD),
    loadScript: vi.fn(async () => {}),
    openCheckout: vi.fn(async () => PAID),
    confirm: vi.fn(async () => GOOD),
    reset: vi.fn(async () => ({ message: 'still held' })),
    lookUp: vi.fn(async () => ({ status: 'held' })),
    pause: vi.fn(async () => {}),
    onStage: vi.fn<(stage: string) => void>(),
    ...changes,
  };
  return needs;
}

test('the result of the checkout is sent to the server, which alone confirms the payment', async () => {
  const needs = needsWith();
  expect(await payOnline(needs)).toEqual({ kind: 'confirmed' });
  expect(needs.confirm).toHaveBeenCalledExactlyOnceWith(PAID);
  expect(vi.mocked(needs.onStage).mock.calls.flat()).toEqual(['opening', 'checkout', 'finding']);
});

test('the server is asked again while the payment is under way, and then the status page goes on', async () => {
  const slow = vi
    .fn<() => Promise<typeof GOOD>>()
    .mockResolvedValueOnce(refusal('payment_under_way'))
    .mockResolvedValue(GOOD);
  expect(await payOnline(needsWith({ confirm: slow }))).toEqual({ kind: 'confirmed' });
  const never = vi.fn(async () => refusal('not_paid'));
  const needs = needsWith({ confirm: never });
  expect(await payOnline(needs)).toEqual({ kind: 'unknown' });
  expect(never).toHaveBeenCalledTimes(4);
  expect(needs.pause, 'the status page follows the last reply at once').toHaveBeenCalledTimes(3);
});

test('a payment is not reported as failed if no reply tells its outcome', async () => {
  const cut = vi.fn(async () => Promise.reject(new ApiFailure(0, 'offline', 'No network.')));
  expect(await payOnline(needsWith({ confirm: cut }))).toEqual({ kind: 'unknown' });
  const ended = vi.fn(async () => Promise.reject(new ApiFailure(401, 'signed_out', 'Log in.')));
  expect(await payOnline(needsWith({ confirm: ended }))).toEqual({ kind: 'unknown' });
});

test('a refused api-key does not end the search for a payment', async () => {
  const confirm = vi
    .fn<() => Promise<typeof GOOD>>()
    .mockRejectedValueOnce(new ApiFailure(401, 'bad_api_key', 'Reload the page.'))
    .mockResolvedValue(GOOD);
  expect(await payOnline(needsWith({ confirm }))).toEqual({ kind: 'confirmed' });
});

test('a refunded payment is reported, also if the checkout closed after the hold', async () => {
  const confirm = async () => refusal('payment_refunded', 'The court was gone. ₹750 goes back to you.');
  expect(await payOnline(needsWith({ confirm }))).toEqual({ kind: 'returned' });
  const openCheckout = async (): Promise<CheckoutEnd> => ({ kind: 'dismissed' });
  const lookUp = async () => ({ status: 'expired', online_payment: { state: 'refund_approved' } });
  expect(await payOnline(needsWith({ openCheckout, lookUp }))).toEqual({ kind: 'returned' });
});

test('a closed checkout is reported to the server, and the payment is checked', async () => {
  const closed = async (): Promise<CheckoutEnd> => ({ kind: 'dismissed' });
  expect(await payOnline(needsWith({ openCheckout: closed }))).toEqual({ kind: 'stopped', message: 'still held' });
  const booked = needsWith({ openCheckout: closed, lookUp: async () => ({ status: 'confirmed' }) });
  expect(await payOnline(booked)).toEqual({ kind: 'confirmed' });
  const late = needsWith({ openCheckout: closed, lookUp: async () => ({ status: 'expired' }) });
  expect(await payOnline(late)).toEqual({ kind: 'expired' });
});

test.each(['held', 'expired', 'released'])(
  'a payment under way of an order that is %s is not stopped',
  async (status) => {
    const openCheckout = async (): Promise<CheckoutEnd> => ({ kind: 'dismissed' });
    const lookUp = async () => ({ status, online_payment: { state: 'under_way' } });
    expect(await payOnline(needsWith({ openCheckout, lookUp }))).toEqual({ kind: 'paying' });
  },
);

test('after a closed checkout the outcome is unknown if no reply came at all', async () => {
  const openCheckout = async (): Promise<CheckoutEnd> => ({ kind: 'dismissed' });
  const cut = async () => Promise.reject(new ApiFailure(0, 'offline', 'No network.'));
  expect(await payOnline(needsWith({ openCheckout, reset: cut, lookUp: cut }))).toEqual({ kind: 'closed-unknown' });
  const held = { kind: 'stopped', message: '' };
  expect(await payOnline(needsWith({ openCheckout, reset: cut })), 'the order is held').toEqual(held);
  const answered = { kind: 'stopped', message: 'still held' };
  expect(await payOnline(needsWith({ openCheckout, lookUp: cut })), 'the server said so').toEqual(answered);
});

test.each([
  ['booked', 'confirmed'],
  ['payment_under_way', 'paying'],
])('if the order cannot be fetched, the reply to the closing tells its outcome: %s', async (reason, kind) => {
  const openCheckout = async (): Promise<CheckoutEnd> => ({ kind: 'dismissed' });
  const reset = async () => ({ message: 'Paid.', params: { reason } });
  const lookUp = async () => Promise.reject(new ApiFailure(503, 'unavailable', 'Busy.'));
  expect(await payOnline(needsWith({ openCheckout, reset, lookUp }))).toEqual({ kind });
  const failedSince = { kind: 'stopped', message: '' };
  expect(await payOnline(needsWith({ openCheckout, reset })), 'the order is the newer reply').toEqual(failedSince);
});

test('no checkout opens without its script', async () => {
  const needs = needsWith({ loadScript: async () => Promise.reject(new Error('blocked')) });
  expect(await payOnline(needs)).toEqual({ kind: 'no-script' });
  expect(needs.openCheckout).not.toHaveBeenCalled();
});

test('a checkout that fails to open is reported like a script that did not load', async () => {
  const needs = needsWith({ openCheckout: async () => Promise.reject(new Error('no key')) });
  expect(await payOnline(needs)).toEqual({ kind: 'no-script' });
  expect(needs.confirm).not.toHaveBeenCalled();
});

test('a refused look-up after a closed checkout is not taken for a refused payment', async () => {
  const openCheckout = async (): Promise<CheckoutEnd> => ({ kind: 'dismissed' });
  for (const refused of [new ApiFailure(429, 'throttled', 'Slow down.'), new ApiFailure(503, 'unavailable', 'Busy.')]) {
    const lookUp = async () => Promise.reject(refused);
    expect(await payOnline(needsWith({ openCheckout, lookUp }))).toEqual({ kind: 'stopped', message: 'still held' });
  }
});

test('a refused order opens no checkout and gives the reason', async () => {
  const of = (code: string) => needsWith({ generate: async () => refusal(code, 'Refused.') });
  expect(await payOnline(of('hold_expired'))).toEqual({ kind: 'expired' });
  expect(await payOnline(of('bad_coupon'))).toEqual({ kind: 'coupon-refused', message: 'Refused.' });
  expect(await payOnline(of('online_payment_off'))).toEqual({
    kind: 'refused',
    message: 'Refused.',
    code: 'online_payment_off',
  });
  expect(await payOnline(of('already_booked'))).toEqual({ kind: 'was-booked' });
  expect(await payOnline(of('payment_under_way'))).toEqual({ kind: 'paying' });
});

test.each([
  ['a connection lost', new ApiFailure(0, 'offline', 'No network.'), 'No network.'],
  ['a proxy’s error page', new ApiFailure(504, 'http_504'), ''],
])('%s before the payment is reported as no answer, and no checkout opens', async (_, lost, message) => {
  const needs = needsWith({ generate: async () => Promise.reject(lost) });
  expect(await payOnline(needs)).toEqual({ kind: 'no-answer', message });
  expect(needs.openCheckout).not.toHaveBeenCalled();
});
