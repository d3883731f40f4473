import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneLookAtATime } from './one-look-at-a-time';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what comes up during a look is answered by one more', async () => {
  const look = vi.fn(() => Promise.resolve());
  const looks = oneLookAtATime(look);
  for (let n = 0; n < 5; n += 1) looks.ask();
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(look).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look).toHaveBeenCalledTimes(2);
  looks.ask();
  expect(look, 'and the next one begins at once').toHaveBeenCalledTimes(3);
});

test('reasons that do not end are answered less and less often, and at once again after a rest', async () => {
  const look = vi.fn(() => Promise.resolve());
  const looks = oneLookAtATime(look);
  for (let second = 0; second < 60; second += 1) {
    looks.ask();
    await vi.advanceTimersByTimeAsync(500);
    looks.ask();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(look.mock.calls.length).toBeGreaterThan(35);
  expect(look.mock.calls.length, 'well below what an address may ask for in a minute').toBeLessThan(60);
  await vi.advanceTimersByTimeAsync(5_000);
  const before = look.mock.calls.length;
  looks.ask();
  looks.ask();
  await vi.advanceTimersByTimeAsync(300);
  expect(look).toHaveBeenCalledTimes(before + 2);
});

test('a look that fails is repeated, until nobody wants it any more', async () => {
  const look = vi.fn(() => Promise.reject(new Error('no network')));
  const looks = oneLookAtATime(look);
  looks.ask();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(look).toHaveBeenCalledTimes(2);
  looks.stop();
  looks.ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look).toHaveBeenCalledTimes(2);
});
