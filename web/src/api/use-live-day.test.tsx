import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from './api-failure';
import { rememberApiKey } from './api-key';
import { keepRefusal } from './keep-refusal';
import { useLiveDay } from './use-live-day';

const DATE = '2026-11-22';
const KEY = ['courts', 1, DATE, '7:00 PM', 1];
/** An event after which the screen must load its data again. */
const RESYNC = `event: resync\ndata: {"venue":1,"date":"${DATE}","version":1,"spread_ms":0,"hours":[]}\n\n`;

let send: (text: string) => void;
const request = vi.fn<() => Promise<string[]>>();

beforeEach(() => {
  vi.useFakeTimers();
  rememberApiKey('test-key');
  request.mockReset().mockResolvedValue([]);
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

/** Waits until there were so many requests. A stream delivers its bytes outside of the timers. */
const requested = (times: number) => act(() => vi.waitFor(() => expect(request).toHaveBeenCalledTimes(times)));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Renders a screen of the day, and waits for its data. */
async function follow() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const refetchInterval = useLiveDay({ venue: 1, sport: 1 }, DATE, KEY);
      return useQuery({ queryKey: KEY, queryFn: (context) => keepRefusal(context, request), refetchInterval });
    },
    { wrapper },
  );
  await wait(10);
  expect(request).toHaveBeenCalledTimes(1);
  return result;
}

test('what the server refuses, because the venue was retired, is not requested again until the player does so', async () => {
  const result = await follow();
  request.mockRejectedValue(new ApiFailure(200, 'no_such_venue'));
  send(RESYNC);
  await requested(2);
  await wait(120_000);
  expect(request).toHaveBeenCalledTimes(2);
  expect(result.current.error).toMatchObject({ code: 'no_such_venue' });
  request.mockResolvedValue([]);
  void result.current.refetch();
  await wait(120_000);
  expect(request.mock.calls.length, 'the venue is back, and its courts are polled').toBeGreaterThan(3);
});

test('a request after an event that fails for another reason is repeated', async () => {
  await follow();
  request.mockRejectedValue(new ApiFailure(0, 'network'));
  send(RESYNC);
  await requested(2);
  expect(request).toHaveBeenCalledTimes(2);
  await wait(3_000);
  await requested(3);
});

test('a request after an event that gets no answer after a refusal is repeated, because the venue may be back', async () => {
  const result = await follow();
  request.mockRejectedValue(new ApiFailure(200, 'no_such_venue'));
  send(RESYNC);
  await requested(2);
  await wait(3_000);
  request.mockRejectedValue(new ApiFailure(0, 'network'));
  send(RESYNC);
  await requested(3);
  await wait(10);
  expect(result.current.error).toMatchObject({ code: 'no_such_venue' });
  request.mockResolvedValue([]);
  await wait(3_000);
  await requested(4);
  await wait(10);
  expect(result.current.error).toBeNull();
});
