import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { retryUntilLoaded } from './lazy-part';

describe('a part that is loaded until it succeeds', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is requested once if it loads', async () => {
    const load = vi.fn(() => Promise.resolve('a part'));
    await expect(retryUntilLoaded(load)).resolves.toBe('a part');
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('is requested again at once when the network returns', async () => {
    const load = vi.fn(() => Promise.resolve('a part')).mockRejectedValueOnce(new Error('no network'));
    const came = retryUntilLoaded(load);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(load).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    await expect(came).resolves.toBe('a part');
  });

  test('is requested again after growing pauses if the browser does not report the network', async () => {
    const load = vi.fn(() => Promise.reject(new Error('no network')));
    void retryUntilLoaded<never>(load);
    const triesAfter = async (seconds: number) => {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      return load.mock.calls.length;
    };
    expect(await triesAfter(0)).toBe(1);
    expect(await triesAfter(2)).toBe(2);
    expect(await triesAfter(4)).toBe(2);
    expect(await triesAfter(1)).toBe(3);
    expect(await triesAfter(15)).toBe(4);
  });

  test('fails if it is known to be gone', async () => {
    const gone = new Error('replaced by a newer release');
    await expect(retryUntilLoaded(() => Promise.reject(gone), { isGone: () => true })).rejects.toBe(gone);
  });
});
