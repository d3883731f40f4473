import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberApiKey } from './api-key';
import { followStream } from './follow-stream';

type OpenStream = { send: (text: string) => void; end: () => void; break: () => void };

let streams: OpenStream[];
let requests: { address: string; key: string | null; signal: AbortSignal | null | undefined }[];
let answer: () => Response;

/** A response whose body the test writes piece by piece. */
function stream(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streams.push({
        send: (text) => controller.enqueue(new TextEncoder().encode(text)),
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
  streams = [];
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

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('the client sends the API key and reports events as they arrive', async () => {
  const { received, states, leave } = follow();
  await wait(0);
  expect(requests[0]).toMatchObject({ address: '/api/availability_events?venue=1&date=2026-11-22', key: 'test-key' });
  streams[0]?.send('event: open\ndata: {}\n\n');
  await wait(0);
  streams[0]?.send('event: changed\ndata: {}\n\n');
  await wait(0);
  expect(received).toEqual(['open', 'changed']);
  expect(states).toEqual([true]);
  leave();
});

test('the client reconnects soon when the server ends the stream on schedule', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { received, states, leave } = follow();
  await wait(0);
  streams[0]?.send('event: open\ndata: {}\n\n');
  await wait(30_000);
  streams[0]?.end();
  await wait(300);
  expect(requests).toHaveLength(2);
  streams[1]?.send('event: open\ndata: {}\n\n');
  await wait(0);
  expect(received).toEqual(['open', 'open']);
  expect(states).toEqual([true, false, true]);
  leave();
});

test('clients whose streams end at one moment reconnect spread over 700 milliseconds', async () => {
  const random = vi.spyOn(Math, 'random');
  for (const value of [0, 0.5, 0.99]) random.mockReturnValueOnce(value);
  const clients = [follow(), follow(), follow()];
  await wait(0);
  for (const { send } of streams) send('event: open\ndata: {}\n\n');
  await wait(30_000);
  for (const { end } of streams) end();
  const reconnected: number[] = [];
  for (const milliseconds of [299, 1, 349, 1, 343]) {
    await wait(milliseconds);
    reconnected.push(requests.length - clients.length);
  }
  expect(reconnected).toEqual([0, 1, 1, 2, 3]);
  for (const { leave } of clients) leave();
});

test('the client retries after growing pauses if there is no stream, and at once when the network is back', async () => {
  answer = () => {
    throw new TypeError('network down');
  };
  const { states, leave } = follow();
  await wait(60_000);
  const tries = requests.length;
  expect(tries).toBeGreaterThan(4);
  expect(tries, 'about 1, 2, 4, 8, 16 and 32 seconds').toBeLessThan(10);
  expect(states).not.toContain(true);
  answer = stream;
  window.dispatchEvent(new Event('online'));
  await wait(0);
  streams[0]?.send(': still here\n\n');
  await wait(0);
  expect(states.at(-1)).toBe(true);
  leave();
});

test('the client reconnects after the time in the server’s retry-after', async () => {
  answer = () => new Response('{}', { status: 503, headers: { 'retry-after': '30' } });
  const { leave } = follow();
  await wait(29_000);
  expect(requests).toHaveLength(1);
  await wait(2_000);
  expect(requests).toHaveLength(2);
  leave();
});

test('the client aborts the connection when the server sends nothing for 45 seconds', async () => {
  const { leave } = follow();
  await wait(0);
  streams[0]?.send('event: open\ndata: {}\n\n');
  await wait(44_000);
  expect(requests[0]?.signal?.aborted).toBe(false);
  await wait(2_000);
  expect(requests[0]?.signal?.aborted).toBe(true);
  leave();
});

test('the client gives up if the server answers 200 without a stream, and sends nothing once stopped', async () => {
  answer = () => Response.json({ error: 1, message: 'No such venue.', code: 'no_such_venue' });
  follow();
  await wait(600_000);
  expect(requests).toHaveLength(1);

  answer = stream;
  const { received, leave } = follow();
  await wait(0);
  leave();
  expect(requests[1]?.signal?.aborted).toBe(true);
  streams[0]?.break();
  await wait(600_000);
  expect(requests).toHaveLength(2);
  expect(received).toEqual([]);
});
