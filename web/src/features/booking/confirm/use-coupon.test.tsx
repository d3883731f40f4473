import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { queryClient } from '@/api/query-client';
import { checkPromocode } from '../api/check-promocode';
import { couponTexts } from '../texts';
import { useCoupon } from './use-coupon';

vi.mock(import('../api/check-promocode'));
const reportError = vi.fn();
vi.stubGlobal('reportError', reportError);

/** Applies a code whose check fails like this, and returns the message that the player reads. */
async function messageAfter(cause: Error) {
  reportError.mockClear();
  vi.mocked(checkPromocode).mockRejectedValueOnce(cause);
  const needs = { orderid: '4820193756', total: 800, remembered: undefined, remember: () => {} };
  const { result } = renderHook(() => useCoupon(needs), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  act(() => result.current.edit('DINK10'));
  act(() => result.current.apply());
  expect(result.current.coupon.kind).toBe('checking');
  await waitFor(() => expect(result.current.coupon).toMatchObject({ kind: 'open', code: 'DINK10' }));
  return result.current.coupon.kind === 'open' ? result.current.coupon.message : null;
}

test('the server’s message of a failed check is shown', async () => {
  expect(await messageAfter(new ApiFailure(429, 'throttled', 'Wait a minute.'))).toBe('Wait a minute.');
  expect(reportError).not.toHaveBeenCalled();
});

test('after a check without a reply the message is to try again', async () => {
  expect(await messageAfter(new ApiFailure(0, 'network'))).toBe(couponTexts.failed);
  expect(reportError).not.toHaveBeenCalled();
});

test('a defect is reported once, and the message is to try again', async () => {
  const defect = new TypeError('reply is undefined');
  expect(await messageAfter(defect)).toBe(couponTexts.failed);
  expect(reportError.mock.calls).toEqual([[defect]]);
});
