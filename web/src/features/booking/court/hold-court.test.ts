import { describe, expect, type Mock, test, vi } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { holdCourt, type HeldOrder, type HoldNeeds, type HoldReply } from './hold-court';

const slot = { sport_id: 1, venue_id: 1, court_id: 3, date: '2026-11-22', time: '7:00 PM' };
const order = { error: 0, message: '', orderid: '4820193756' } as HeldOrder;

function needs(request: HoldNeeds['request']): HoldNeeds & { onFinding: Mock<() => void> } {
  return { request, pause: () => Promise.resolve(), onFinding: vi.fn() };
}

describe('holding a court', () => {
  test('returns the order', async () => {
    expect(
      await holdCourt(
        slot,
        needs(() => Promise.resolve(order)),
      ),
    ).toEqual({
      kind: 'held',
      order,
    });
  });

  test('reports a court that another player took', async () => {
    const taken = { error: 1, message: 'Taken.', code: 'slot_taken' } as HoldReply;
    expect(
      await holdCourt(
        slot,
        needs(() => Promise.resolve(taken)),
      ),
    ).toEqual({ kind: 'taken' });
  });

  test('passes on another refusal with the message of the server', async () => {
    const refused = {
      error: 1,
      message: 'Four open bookings are the most.',
      code: 'too_many_unpaid',
    } as HoldReply;
    expect(
      await holdCourt(
        slot,
        needs(() => Promise.resolve(refused)),
      ),
    ).toEqual({
      kind: 'refused',
      message: 'Four open bookings are the most.',
    });
  });

  test('repeats the request if its outcome is unknown, and finds the order', async () => {
    const request = vi.fn().mockRejectedValueOnce(new ApiFailure(503, 'unknown_outcome')).mockResolvedValueOnce(order);
    const given = needs(request);
    expect(await holdCourt(slot, given)).toMatchObject({ kind: 'held', order });
    expect(request).toHaveBeenCalledTimes(2);
    expect(request.mock.calls[0]).toEqual(request.mock.calls[1]);
    expect(given.onFinding).toHaveBeenCalledTimes(1);
  });

  test.each([502, 504])('repeats the request if a proxy answers %s in place of the server', async (status) => {
    const lost = new ApiFailure(status, `http_${status}`);
    const request = vi.fn().mockRejectedValueOnce(lost).mockResolvedValueOnce(order);
    expect(await holdCourt(slot, needs(request))).toMatchObject({ kind: 'held', order });
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('stops after three requests without a reply, and does not repeat a refused one', async () => {
    const silent = vi.fn(() => Promise.reject(new ApiFailure(0, 'timeout')));
    expect(await holdCourt(slot, needs(silent))).toEqual({ kind: 'failed', message: '' });
    expect(silent).toHaveBeenCalledTimes(3);
    const refused = vi.fn(() => Promise.reject(new ApiFailure(429, 'throttled', 'Slow down.')));
    expect(await holdCourt(slot, needs(refused))).toEqual({ kind: 'failed', message: 'Slow down.' });
    expect(refused).toHaveBeenCalledTimes(1);
  });

  test('reports that the session has ended', async () => {
    const ended = () => Promise.reject(new ApiFailure(401, 'bad_token'));
    expect(await holdCourt(slot, needs(ended))).toEqual({ kind: 'signed-out' });
  });

  test('does not take a refused api-key for an ended session', async () => {
    const refused = () => Promise.reject(new ApiFailure(401, 'bad_api_key', 'Reload the page.'));
    expect(await holdCourt(slot, needs(refused))).toEqual({ kind: 'failed', message: 'Reload the page.' });
  });
});
