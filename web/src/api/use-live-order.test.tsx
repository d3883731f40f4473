import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from './api-failure';
import { rememberApiKey } from './api-key';
import { useLiveOrder } from './use-live-order';

const ORDER = '4820193756';
const CHANGED = `event: order\ndata: {"orderid":"${ORDER}","status":"cancelled"}\n\n`;

let send: (text: string) => void;
const requestOrder = vi.fn<() => Promise<string>>();
const requestHistory = vi.fn<() => Promise<string>>();

beforeEach(() => {
  vi.useFakeTimers();
  rememberApiKey('test-key');
  requestOrder.mockReset().mockResolvedValue('confirmed');
  requestHistory.mockReset().mockResolvedValue('one booking');
  vi.stubGlobal('fetch', () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Waits until the order was requested so many times. A stream delivers its bytes outside of the timers. */
const requested = (times: number) => act(() => vi.waitFor(() => expect(requestOrder).toHaveBeenCalledTimes(times)));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Renders a screen of the order beside the list, and waits for its data. */
async function follow() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      useLiveOrder(ORDER);
      useQuery({ queryKey: ['history'], queryFn: requestHistory });
      return useQuery({ queryKey: ['order', ORDER], queryFn: requestOrder });
    },
    { wrapper },
  );
  await wait(10);
  expect(requestOrder).toHaveBeenCalledTimes(1);
  expect(requestHistory).toHaveBeenCalledTimes(1);
  return result;
}

test('a request after an event that gets no answer is repeated, and the list is requested after its answer', async () => {
  const result = await follow();
  requestOrder.mockRejectedValue(new ApiFailure(0, 'network'));
  send(CHANGED);
  await requested(2);
  await wait(100);
  expect(requestHistory).toHaveBeenCalledTimes(1);
  requestOrder.mockResolvedValue('cancelled');
  await wait(3_000);
  await requested(3);
  await wait(10);
  expect(result.current.data).toBe('cancelled');
  expect(requestHistory).toHaveBeenCalledTimes(2);
  await wait(20_000);
  expect(requestOrder, 'an answer is not requested again').toHaveBeenCalledTimes(3);
});

test('what the server refuses after an event is not requested again', async () => {
  await follow();
  requestOrder.mockRejectedValue(new ApiFailure(404, 'no_such_order'));
  send(CHANGED);
  await requested(2);
  await wait(20_000);
  expect(requestOrder).toHaveBeenCalledTimes(2);
});
