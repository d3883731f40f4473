import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleMe, serveDesk } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { reportSignedIn } from '@/desk/api/signed-in';
import { watchSignedOut } from '@/desk/api/signed-out';
import { useDeviceLock } from './use-device-lock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Mounts the lock, and returns the calls that it made and the reasons for which the session ended. */
function open(lockSeconds: number | null) {
  const log = serveDesk({
    'POST /api/desk/lock': () => [204, null],
    'POST /api/desk/me/touch': () => [204, null],
  });
  const ended: string[] = [];
  const stop = watchSignedOut((reason) => ended.push(reason));
  const { unmount } = renderHook(() => useDeviceLock(lockSeconds));
  return {
    ended,
    calls: () => log.map(({ call }) => call),
    leave: () => {
      stop();
      unmount();
    },
  };
}

const touch = () => document.dispatchEvent(new Event('pointerdown'));

test('ten minutes without a touch lock the device, here and on the server', async () => {
  const { ended, calls, leave } = open(600);
  await vi.advanceTimersByTimeAsync(10 * MINUTE - 1_000);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  leave();
  expect(ended).toEqual(['locked']);
  expect(calls()).toEqual(['POST /api/desk/lock']);
});

test('touches are reported to the server at most every 30 seconds', async () => {
  const { ended, calls, leave } = open(600);
  for (let second = 0; second < 20 * 60; second += 1) {
    touch();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  leave();
  expect(ended).toEqual([]);
  expect(new Set(calls())).toEqual(new Set(['POST /api/desk/me/touch']));
  expect(calls().length).toBeLessThanOrEqual(41);
  expect(calls().length).toBeGreaterThanOrEqual(38);
});

test('the first touch after the page was loaded is reported at once', async () => {
  const { calls, leave } = open(600);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls()).toEqual([]);
  touch();
  await vi.advanceTimersByTimeAsync(1_000);
  leave();
  expect(calls()).toEqual(['POST /api/desk/me/touch']);
});

test.each(['pointerdown', 'keydown', 'wheel', 'click', 'input'])('a %s event counts as a touch', async (kind) => {
  const { ended, calls, leave } = open(600);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  document.dispatchEvent(new Event(kind));
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  leave();
  expect(ended).toEqual([]);
  expect(calls()).toEqual(['POST /api/desk/me/touch']);
});

test('a single touch is reported too', async () => {
  const { calls, leave } = open(600);
  await vi.advanceTimersByTimeAsync(1_000);
  touch();
  await vi.advanceTimersByTimeAsync(MINUTE);
  leave();
  expect(calls()).toEqual(['POST /api/desk/me/touch']);
});

test('the first touch after the device slept does not keep it unlocked', () => {
  const { ended, leave } = open(600);
  vi.setSystemTime(Date.now() + 11 * MINUTE);
  touch();
  leave();
  expect(ended).toEqual(['locked']);
});

test('a touch in another tab counts', async () => {
  const { ended, leave } = open(600);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  localStorage.setItem('desk_touched', String(Date.now()));
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  leave();
  expect(ended).toEqual([]);
});

test('a clock that was set back neither stops the lock nor the reports of touches', async () => {
  const { ended, calls, leave } = open(600);
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  await vi.advanceTimersByTimeAsync(1_500);
  touch();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(calls()).toEqual(['POST /api/desk/me/touch', 'POST /api/desk/me/touch']);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  leave();
  expect(ended[0]).toBe('locked');
});

test('without a network, opening the page again does not begin the four hours anew', async () => {
  goOffline();
  const first = open(600);
  touch();
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  first.leave();
  const second = open(600);
  await vi.advanceTimersByTimeAsync(HOUR - MINUTE);
  expect(second.ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  second.leave();
  expect(second.ended[0]).toBe('locked');
});

test('without a network, a page that is opened four hours after the last touch locks at once', async () => {
  goOffline();
  localStorage.setItem('desk_touched', String(Date.now() - 4 * HOUR));
  const { ended, leave } = open(600);
  await vi.advanceTimersByTimeAsync(0);
  leave();
  expect(ended).toEqual(['locked']);
});

test('with a network, a page that is opened long after the last touch stays open, because the server lets it', async () => {
  localStorage.setItem('desk_touched', String(Date.now() - 4 * HOUR));
  const { ended, leave } = open(600);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  leave();
  expect(ended).toEqual([]);
});

test('signing in is a touch, also for the time without a network', async () => {
  localStorage.setItem('desk_touched', String(Date.now() - 8 * HOUR));
  reportSignedIn(sampleMe);
  goOffline();
  const { ended, leave } = open(600);
  await vi.advanceTimersByTimeAsync(4 * HOUR - MINUTE);
  leave();
  expect(ended).toEqual([]);
});

test('a device that is not paired does not lock', async () => {
  const { ended, calls, leave } = open(null);
  touch();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  leave();
  expect(ended).toEqual([]);
  expect(calls()).toEqual([]);
});
