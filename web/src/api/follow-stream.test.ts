import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberApiKey } from './api-key';
import { followStream } from './follow-stream';

type Line = { say: (text: string) => void; end: () => void; break: () => void };

let lines: Line[];
let requests: { address: string; key: string | null; signal: AbortSignal | null | undefined }[];
let answer: () => Response;

/** A response whose body the test writes piece by piece. */
function stream(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      lines.push({
        say: (text) => controller.enqueue(new TextEncoder().encode(text)),
        end: () => controller.close(),
        break: () => controller.error(new TypeError('network down')),
      });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function follow() {
  const received: string[] = [];
  const states: boolean[] = [];
  const leave = followStream(
    '/api/availability_events',
    { venue: 1, date: '2026-11-22' },
    { onEvent: ({ name }) => received.push(name), onOpen: (open) => states.push(open) },
  );
  return { received, states, leave };
}

beforeEach(() => {
  vi.useFakeTimers();
  rememberApiKey('test-key');
  lines = [];
  requests = [];
  answer = stream;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    requests.push({ address, key: new Headers(init.headers).get('api-key'), signal: init.signal });
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('sends the API key and reports events as they arrive', async () => {
  const { received, states, leave } = follow();
  await pass(0);
  expect(requests[0]).toMatchObject({ address: '/api/availability_events?venue=1&date=2026-11-22', key: 'test-key' });
  lines[0]?.say('event: open\ndata: {}\n\n');
  await pass(0);
  lines[0]?.say('event: changed\ndata: {}\n\n');
  await pass(0);
  expect(received).toEqual(['open', 'changed']);
  expect(states).toEqual([true]);
  leave();
});

test('reconnects at once when the server ends the stream on schedule', async () => {
  const { received, states, leave } = follow();
  await pass(0);
  lines[0]?.say('event: open\ndata: {}\n\n');
  await pass(30_000);
  lines[0]?.end();
  await pass(300);
  expect(requests).toHaveLength(2);
  lines[1]?.say('event: open\ndata: {}\n\n');
  await pass(0);
  expect(received).toEqual(['open', 'open']);
  expect(states).toEqual([true, false, true]);
  leave();
});

test('retries after growing pauses if there is no stream, and at once when the network is back', async () => {
  answer = () => {
    throw new TypeError('network down');
  };
  const { states, leave } = follow();
  await pass(60_000);
  const tries = requests.length;
  expect(tries).toBeGreaterThan(4);
  expect(tries, 'about 1, 2, 4, 8, 16 and 32 seconds').toBeLessThan(10);
  expect(states).not.toContain(true);
  answer = stream;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  lines[0]?.say(': still here\n\n');
  await pass(0);
  expect(states.at(-1)).toBe(true);
  leave();
});

test('reconnects after the time in the server’s retry-after', async () => {
  answer = () => new Response('{}', { status: 503, headers: { 'retry-after': '30' } });
  const { leave } = follow();
  await pass(29_000);
  expect(requests).toHaveLength(1);
  await pass(2_000);
  expect(requests).toHaveLength(2);
  leave();
});

test('aborts the connection when the server sends nothing for 45 seconds', async () => {
  const { leave } = follow();
  await pass(0);
  lines[0]?.say('event: open\ndata: {}\n\n');
  await pass(44_000);
  expect(requests[0]?.signal?.aborted).toBe(false);
  await pass(2_000);
  expect(requests[0]?.signal?.aborted).toBe(true);
  leave();
});

test('gives up if the server answers 200 without a stream, and sends nothing once stopped', async () => {
  answer = () => Response.json({ error: 1, message: 'No such venue.', code: 'no_such_venue' });
  follow();
  await pass(600_000);
  expect(requests).toHaveLength(1);

  answer = stream;
  const { received, leave } = follow();
  await pass(0);
  leave();
  expect(requests[1]?.signal?.aborted).toBe(true);
  lines[0]?.break();
  await pass(600_000);
  expect(requests).toHaveLength(2);
  expect(received).toEqual([]);
});
