import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { connectionNow } from '@/lib/online';
import { deferred } from '@/testing/deferred';
import { problem, sampleBoard, sampleBooking, sampleMe, serveDesk } from '@/testing/desk-server';
import { addressOf, call, read } from './client';
import { reportAnswer } from './connection';
import { DeskProblem, hasCode, isOutcomeUnknown, messageOf } from './problem';
import { reportSignedOut, watchSignedOut } from './signed-out';

afterEach(() => vi.unstubAllGlobals());

/** A server that never answers. */
const hang = (_: string, { signal }: { signal: AbortSignal }) =>
  new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)));

const failureOf = (answer: Promise<unknown>) => answer.catch((cause: unknown) => cause);

test('an address has the values of its path and its query', () => {
  expect(addressOf('/api/desk/venues/{venue}/board', { venue: 3 }, { day: '2026-11-22' })).toBe(
    '/api/desk/venues/3/board?day=2026-11-22',
  );
  expect(addressOf('/api/desk/bookings/{order}', { order: '../me' })).toBe('/api/desk/bookings/..%2Fme');
});

test('a write carries its key and the version that it is based on', async () => {
  const log = serveDesk({ 'PUT /api/desk/bookings/{order}/attendance': () => sampleBooking() });
  const options = { params: { order: '48' }, body: { state: 'arrived' }, key: 'k-1', version: 7 } as const;
  await call('put', '/api/desk/bookings/{order}/attendance', options);
  expect(log[0]).toMatchObject({ params: { order: '48' }, body: { state: 'arrived' }, key: 'k-1', ifMatch: '"7"' });
});

test('an answer has its ETag, and one that did not change has no body', async () => {
  serveDesk({ 'GET /api/desk/venues/{venue}/board': () => sampleBoard() });
  const path = '/api/desk/venues/{venue}/board';
  const options = { params: { venue: 1 }, query: { day: '2026-11-22' } };
  expect(await read(path, options)).toMatchObject({ changed: true, etag: '"v1"' });
  expect(await read(path, { ...options, etag: '"v1"' })).toEqual({ changed: false });
});

test('a refusal has its code, its message and its other fields', async () => {
  serveDesk({ 'POST /api/desk/totp': () => [429, problem('throttled', { retry_after: 40 })] });
  const cause = await failureOf(call('post', '/api/desk/totp', { body: { phone: '9825041736', code: '123456' } }));
  expect(cause).toBeInstanceOf(DeskProblem);
  expect(cause).toMatchObject({ status: 429, code: 'throttled', retryAfter: 40 });
  expect((cause as DeskProblem).userMessage).toBe('Too many tries. Wait a little before the next one.');
  expect([
    hasCode(cause, 'throttled'),
    hasCode(cause, 'wrong_code'),
    hasCode(new Error('throttled'), 'throttled'),
  ]).toEqual([true, false, false]);
});

test('every refusal of what a person did has a message of the desk, or a screen that handles it', () => {
  const source = (path: string) => readFileSync(path, 'utf8');
  const codes = Array.from(
    source('../crates/http/src/wire/problem.rs').matchAll(/^ {4}\w+ => \w+, "(\w+)", /gm),
    ([, code = '']) => code,
  );
  expect(codes.length).toBeGreaterThan(50);
  const screens = readdirSync('src/desk', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test|schema\.d/.test(path),
  );
  // A screen compares the code with a string, or has a text under it.
  const handled = new Set(
    screens.flatMap((path) => {
      const named = path.endsWith('texts.ts') ? /^ +(\w+):/gm : /'(\w+)'/g;
      return Array.from(source(`src/desk/${path}`).matchAll(named), ([, code]) => code);
    }),
  );
  const silent = codes.filter((code) => messageOf(code) === undefined && !handled.has(code));
  // These are faults of a program, not of what a person did; the rows of a file have messages of their own.
  expect(silent.toSorted()).toEqual(['bad_rows', 'key_reused', 'other_origin', 'version_needed']);
});

test('a refusal with an unknown code has the server’s words', async () => {
  serveDesk({ 'GET /api/desk/me': () => [403, problem('moon_phase', { title: 'Not tonight.' })] });
  expect(await failureOf(call('get', '/api/desk/me'))).toMatchObject({ userMessage: 'Not tonight.' });
});

test('a lost session is reported, another refusal is not', async () => {
  const onSignedOut = vi.fn<() => void>();
  const stop = watchSignedOut(onSignedOut);
  serveDesk({
    'GET /api/desk/me': () => [401, problem('signed_out')],
    'POST /api/desk/totp': () => [401, problem('wrong_code')],
  });
  await failureOf(call('post', '/api/desk/totp', { body: { phone: '9825041736', code: '123456' } }));
  expect(onSignedOut).not.toHaveBeenCalled();
  await failureOf(call('get', '/api/desk/me'));
  expect(onSignedOut).toHaveBeenCalledTimes(1);
  stop();
});

test('a late refusal of a session that has ended since is not reported: the next person has signed in by now', async () => {
  const onSignedOut = vi.fn<() => void>();
  const answer = deferred<readonly [401, ReturnType<typeof problem>]>();
  serveDesk({
    'GET /api/desk/venues/{venue}/board': () => answer.promise,
    'PUT /api/desk/bookings/{order}/attendance': () => answer.promise,
  });
  const order = { params: { order: '48' }, body: { state: 'arrived' }, key: 'k-1', version: 7 } as const;
  const write = failureOf(call('put', '/api/desk/bookings/{order}/attendance', order));
  const day = { params: { venue: 1 }, query: { day: '2026-11-22' } };
  const board = failureOf(read('/api/desk/venues/{venue}/board', day));
  reportSignedOut('locked');
  const stop = watchSignedOut(onSignedOut);
  answer.resolve([401, problem('locked')]);
  expect(await Promise.all([write, board])).toMatchObject([{ code: 'locked' }, { code: 'locked' }]);
  expect(onSignedOut).not.toHaveBeenCalled();
  stop();
});

test.each([
  ['breaks off', () => Promise.reject(new TypeError('network error'))],
  ['is the page of a hotspot', () => new Response('<h1>Welcome</h1>').json()],
])('a write whose answer %s has an unknown outcome', async (_, json) => {
  vi.stubGlobal('fetch', async () => Object.assign(new Response(), { json }));
  const order = { params: { order: '48' }, body: { state: 'arrived' }, key: 'k-1', version: 7 } as const;
  const lost = await failureOf(call('put', '/api/desk/bookings/{order}/attendance', order));
  expect(isOutcomeUnknown(lost)).toBe(true);
  reportAnswer();
});

test.each([
  ['the caller’s own timeout', 'no_server', new DOMException('late', 'TimeoutError')],
  ['a caller who has left', 'open', new DOMException('left', 'AbortError')],
])('after a call that was ended by %s, the connection is %s', async (_, connection, reason) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('fetch', hang);
  const caller = new AbortController();
  const ended = failureOf(call('get', '/api/desk/me', { signal: caller.signal }));
  caller.abort(reason);
  expect(await ended).toBe(reason);
  // The server counts as away only if one more request, sent after a pause, gets no answer either.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network down')));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connectionNow()).toBe(connection);
  reportAnswer();
});

test('a call without an answer, and a proxy’s error page, are failures too', async () => {
  serveDesk({ 'GET /api/desk/me': () => 'no network' });
  const lost = await failureOf(call('get', '/api/desk/me'));
  expect(lost).toBeInstanceOf(ApiFailure);
  expect(lost).toMatchObject({ status: 0, hasUnknownOutcome: true });
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await failureOf(call('get', '/api/desk/me'))).toMatchObject({ status: 502, code: 'http_502' });
  serveDesk({ 'GET /api/desk/me': () => sampleMe });
  expect(await call('get', '/api/desk/me')).toEqual(sampleMe);
});
