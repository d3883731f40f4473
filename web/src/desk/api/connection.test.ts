import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionNow, setServerAway } from '@/lib/online';
import { deferred } from '@/testing/deferred';
import { clockOffset, noteServerTime, reportAnswer, reportNoAnswer } from './connection';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:54:00Z') });
  localStorage.clear();
});
afterEach(() => {
  reportAnswer();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the server counts as away after a second lost answer, not after the first', async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response(null, { status: 401 })));
  vi.stubGlobal('fetch', fetched);
  reportNoAnswer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([fetched.mock.calls.length, connectionNow()]).toEqual([1, 'open']);

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network down')));
  reportNoAnswer();
  reportNoAnswer();
  expect(connectionNow()).toBe('open');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connectionNow()).toBe('no_server');
});

test('the error of a proxy does not count as an answer, and the server is called until it answers', async () => {
  let status = 502;
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })));
  reportNoAnswer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connectionNow()).toBe('no_server');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connectionNow()).toBe('no_server');
  status = 200;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connectionNow()).toBe('open');
});

test('the server is not away if another call is answered while it is called again', async () => {
  const probe = deferred<Response>();
  const fetched = vi.fn(() => probe.promise);
  vi.stubGlobal('fetch', fetched);
  reportNoAnswer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetched).toHaveBeenCalledOnce();
  reportAnswer();
  probe.resolve(new Response(null, { status: 504 }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([fetched.mock.calls.length, connectionNow()]).toEqual([1, 'open']);
});

test('the clock of the device is measured against the server', () => {
  noteServerTime('2026-11-22T12:44:00Z');
  expect(clockOffset()).toBe(-600_000);
  noteServerTime('no time');
  expect(clockOffset()).toBe(-600_000);
});

test('after an answer the server is not away', () => {
  setServerAway(true);
  reportAnswer();
  expect(connectionNow()).toBe('open');
});
