import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '@/testing/sign-in';
import { success } from '@/testing/stand-in-server';
import { rememberApiKey } from './api-key';
import { useOwnCourts } from './use-own-courts';

const CHANGED = 'event: order\ndata: {"orderid":"4820193756","status":"cancelled"}\n\n';
const NONE = JSON.stringify({ ...success(), hold: null, bookings: [], server_time: '2026-11-21T04:30:00Z' });

let send: (text: string) => void;
const request = vi.fn<() => Promise<Response>>();
const reply = () => Promise.resolve(new Response(NONE, { headers: { 'content-type': 'application/json' } }));

beforeEach(() => {
  vi.useFakeTimers();
  signIn();
  rememberApiKey('test-key');
  request.mockReset().mockImplementation(reply);
  vi.stubGlobal('fetch', (address: string) => {
    if (address === '/api/user/own_courts') return request();
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

test('a request after an event that gets no answer is repeated', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useOwnCourts({ isLive: true }), { wrapper });
  await act(() => vi.waitFor(() => expect(result.current.data).toBeDefined()));
  await wait(10);
  expect(request).toHaveBeenCalledTimes(1);
  request.mockRejectedValue(new TypeError('network down'));
  send(CHANGED);
  await requested(2);
  request.mockImplementation(reply);
  await wait(3_000);
  await requested(3);
  await wait(20_000);
  expect(request, 'an answer is not requested again').toHaveBeenCalledTimes(3);
});
