import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import { sampleBoard, SAMPLE_DAY } from '@/testing/desk-server';
import { useBoard } from './use-board';

/** The newest version, and how many requests of the board have come. */
let newest: string;
let requests: number;
/** The version that each request named. */
let named: (string | null)[];
/** Each answer waits for this promise. */
let gate: Promise<void>;
/** Writes a text to the stream of events. */
let say: (text: string) => void;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders the hook, with a server whose board and stream of events the test sets. */
function show() {
  newest = 'v1';
  requests = 0;
  named = [];
  gate = Promise.resolve();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.includes('/events')) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          say = (text) => controller.enqueue(new TextEncoder().encode(text));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    }
    requests += 1;
    named.push(new URL(address, 'http://desk.test').searchParams.get('version'));
    // The answer has the version of the moment of the request.
    const version = newest;
    await gate;
    const etag = `"${version}"`;
    if (new Headers(init.headers).get('if-none-match') === etag) return new Response(null, { status: 304 });
    return new Response(JSON.stringify(sampleBoard({ version })), { headers: { etag } });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(() => useBoard(1, SAMPLE_DAY), { wrapper }) };
}

const event = (version: string) => `event: board\ndata: {"version":"${version}"}\n\n`;

test('the board is live while the stream is open, and a change is read', async () => {
  const { result } = show();
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v1'));
  say(event('v1'));
  await waitFor(() => expect(result.current.isLive).toBe(true));
  newest = 'v2';
  say(event('v2'));
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v2'));
});

test('events that come together cause one request', async () => {
  const { result } = show();
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v1'));
  say(event('v1'));
  await waitFor(() => expect(result.current.isLive).toBe(true));
  newest = 'v4';
  for (const version of ['v2', 'v3', 'v4']) say(event(version));
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v4'));
  expect(requests).toBe(2);
});

test('only the request that follows an event names its version', async () => {
  const { client, result } = show();
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v1'));
  say(event('v1'));
  await waitFor(() => expect(result.current.isLive).toBe(true));
  newest = 'v2';
  say(event('v2'));
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v2'));
  await client.refetchQueries();
  expect(named).toEqual([null, 'v2', null]);
});

test('an event that names the version on the screen causes no request', async () => {
  // Otherwise the random pause before a request could join the two events.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { result } = show();
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v1'));
  say(event('v1'));
  await waitFor(() => expect(result.current.isLive).toBe(true));
  await pause(0);
  newest = 'v2';
  say(event('v2'));
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v2'));
  expect(requests).toBe(2);
});

test('an event that comes while an older board is on its way is not lost', async () => {
  const { result } = show();
  const answered = deferred<void>();
  gate = answered.promise;
  await waitFor(() => expect(requests).toBe(1));
  newest = 'v2';
  say(event('v2'));
  await waitFor(() => expect(result.current.isLive).toBe(true));
  answered.resolve();
  await waitFor(() => expect(result.current.query.data?.board.version).toBe('v2'));
  expect(requests).toBe(2);
});
