import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serializedRefetch } from './serialized-refetch';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('all requests during a refetch are served by one more', async () => {
  const refetch = vi.fn(() => Promise.resolve());
  const refetches = serializedRefetch(refetch);
  for (let n = 0; n < 5; n += 1) refetches.request();
  expect(refetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refetch).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refetch).toHaveBeenCalledTimes(2);
  refetches.request();
  expect(refetch, 'the next one starts at once').toHaveBeenCalledTimes(3);
});

test('lasting requests are served at growing intervals, and at once again after a pause', async () => {
  const refetch = vi.fn(() => Promise.resolve());
  const refetches = serializedRefetch(refetch);
  for (let second = 0; second < 60; second += 1) {
    refetches.request();
    await vi.advanceTimersByTimeAsync(500);
    refetches.request();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(refetch.mock.calls.length).toBeGreaterThan(35);
  expect(refetch.mock.calls.length).toBeLessThan(60);
  await vi.advanceTimersByTimeAsync(5_000);
  const before = refetch.mock.calls.length;
  refetches.request();
  refetches.request();
  await vi.advanceTimersByTimeAsync(300);
  expect(refetch).toHaveBeenCalledTimes(before + 2);
});

test('a refetch that fails is repeated until it is stopped', async () => {
  const refetch = vi.fn(() => Promise.reject(new Error('no network')));
  const refetches = serializedRefetch(refetch);
  refetches.request();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(refetch).toHaveBeenCalledTimes(2);
  refetches.stop();
  refetches.request();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refetch).toHaveBeenCalledTimes(2);
});
