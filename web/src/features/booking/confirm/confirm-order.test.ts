import { describe, expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { confirmOrder, type ConfirmNeeds, lookUpOutcome } from './confirm-order';

const yes = { error: 0, message: '' };
const silence = new ApiFailure(0, 'network');
const unknown = new ApiFailure(503, 'unknown_outcome');

function needs(over: Partial<ConfirmNeeds>): ConfirmNeeds {
  return {
    confirm: () => Promise.resolve(yes),
    lookUp: () => Promise.reject(silence),
    pause: () => Promise.resolve(),
    onFinding: vi.fn(),
    ...over,
  };
}

describe('confirming an order', () => {
  test('succeeds with one request', async () => {
    const confirm = vi.fn(() => Promise.resolve(yes));
    const lookUp = vi.fn();
    expect(await confirmOrder(needs({ confirm, lookUp }))).toEqual({ kind: 'confirmed' });
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(lookUp).not.toHaveBeenCalled();
  });

  test('loads the order if the outcome is unknown, and takes its status', async () => {
    const confirm = vi.fn(() => Promise.reject(unknown));
    const onFinding = vi.fn();
    const lookUp = () => Promise.resolve({ status: 'confirmed' });
    expect(await confirmOrder(needs({ confirm, lookUp, onFinding }))).toEqual({ kind: 'confirmed' });
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(onFinding).toHaveBeenCalled();
  });

  test.each([502, 504])('loads the order if a proxy answers %s in place of the server', async (status) => {
    const confirm = vi.fn(() => Promise.reject(new ApiFailure(status, `http_${status}`)));
    const lookUp = () => Promise.resolve({ status: 'confirmed' });
    expect(await confirmOrder(needs({ confirm, lookUp }))).toEqual({ kind: 'confirmed' });
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  test('confirms again if the order is still held', async () => {
    const confirm = vi.fn().mockRejectedValueOnce(silence).mockResolvedValueOnce(yes);
    const lookUp = () => Promise.resolve({ status: 'held' });
    expect(await confirmOrder(needs({ confirm, lookUp }))).toEqual({ kind: 'confirmed' });
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  test('reports an unknown outcome if no request gets a reply', async () => {
    const confirm = vi.fn(() => Promise.reject(silence));
    expect(await confirmOrder(needs({ confirm }))).toEqual({ kind: 'unknown' });
    expect(confirm).toHaveBeenCalledTimes(3);
  });

  test.each([
    new ApiFailure(429, 'throttled', 'Slow down.'),
    new ApiFailure(503, 'unavailable', 'Busy.'),
    new ApiFailure(502, 'http_502'),
    new ApiFailure(404, 'order', 'No such order.'),
  ])('does not take a refused look-up (%s) for a refused confirmation', async (refused) => {
    const lookUp = vi.fn(() => Promise.reject(refused));
    expect(await lookUpOutcome({ lookUp })).toBe('silent');
    const never = vi.fn(() => Promise.reject(silence));
    expect(await confirmOrder(needs({ confirm: never, lookUp }))).toEqual({ kind: 'unknown' });
    const late = vi.fn().mockRejectedValueOnce(silence).mockResolvedValueOnce(yes);
    expect(await confirmOrder(needs({ confirm: late, lookUp }))).toEqual({ kind: 'confirmed' });
  });

  test('does not take the refusal of a repeated call for the outcome of the first one', async () => {
    const throttled = new ApiFailure(429, 'throttled', 'Slow down.');
    const confirm = vi.fn().mockRejectedValueOnce(silence).mockRejectedValue(throttled);
    const lookUp = vi.fn().mockRejectedValueOnce(throttled).mockResolvedValueOnce({ status: 'confirmed' });
    expect(await confirmOrder(needs({ confirm, lookUp }))).toEqual({ kind: 'confirmed' });
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  test('stops when the look-up says that the session has ended', async () => {
    const lookUp = () => Promise.reject(new ApiFailure(401, 'bad_token'));
    expect(await confirmOrder(needs({ confirm: () => Promise.reject(silence), lookUp }))).toEqual({
      kind: 'signed-out',
    });
  });

  test('distinguishes an expired hold, a taken court, a cancelled booking and a refused coupon', async () => {
    const reply = (code: string) =>
      confirmOrder(needs({ confirm: () => Promise.resolve({ error: 1, message: 'Refused.', code }) }));
    expect(await reply('hold_expired')).toEqual({ kind: 'expired' });
    expect(await reply('slot_taken')).toEqual({ kind: 'taken' });
    expect(await reply('cancelled')).toEqual({ kind: 'was-booked' });
    expect(await reply('bad_coupon')).toEqual({ kind: 'coupon-refused', message: 'Refused.' });
    expect(await reply('coupon_changed')).toEqual({ kind: 'coupon-refused', message: 'Refused.' });
    expect(await reply('too_many_unpaid')).toEqual({ kind: 'refused', message: 'Refused.', code: 'too_many_unpaid' });
  });

  test('finds a hold that expired while no reply came', async () => {
    const lookUp = () => Promise.resolve({ status: 'expired' });
    expect(await confirmOrder(needs({ confirm: () => Promise.reject(silence), lookUp }))).toEqual({
      kind: 'expired',
    });
  });

  test.each(['held', 'expired', 'released'])('finds a payment under way of an order that is %s', async (status) => {
    const lookUp = () => Promise.resolve({ status, online_payment: { state: 'under_way' } });
    expect(await confirmOrder(needs({ confirm: () => Promise.reject(unknown), lookUp }))).toEqual({ kind: 'paying' });
  });

  const over = ['cancelled', 'cancel_requested', 'no_show', 'completed'];

  test.each(over)('does not confirm a booking that is %s', async (status) => {
    const lookUp = () => Promise.resolve({ status });
    expect(await lookUpOutcome({ lookUp })).toEqual({ kind: 'was-booked' });
    expect(await confirmOrder(needs({ confirm: () => Promise.reject(unknown), lookUp }))).toEqual({
      kind: 'was-booked',
    });
  });

  test('does not take a refused api-key for an ended session', async () => {
    const refused = () => Promise.reject(new ApiFailure(401, 'bad_api_key', 'Reload the page.'));
    expect(await confirmOrder(needs({ confirm: refused }))).toEqual({ kind: 'refused', message: 'Reload the page.' });
    expect(await lookUpOutcome({ lookUp: refused })).toBe('silent');
  });

  test('stops when the session has ended or the server refuses', async () => {
    const fail = (failure: ApiFailure) => confirmOrder(needs({ confirm: () => Promise.reject(failure) }));
    expect(await fail(new ApiFailure(401, 'bad_token'))).toEqual({ kind: 'signed-out' });
    expect(await fail(new ApiFailure(429, 'throttled', 'Slow down.'))).toEqual({
      kind: 'refused',
      message: 'Slow down.',
    });
  });
});
