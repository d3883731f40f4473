import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Seconds between attempts to load a part; the last pause repeats without limit. */
const PAUSES = [2, 5, 15, 60];

/**
 * React's `lazy` for a part of a screen. If it cannot be loaded, the rest of the screen works as before: the part's
 * fallback stays, and the load is retried.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await retryUntilLoaded(load) }));
}

/** Retries `load` until it succeeds; rejects with its failure if `isGone` returns true. */
export async function retryUntilLoaded<T>(load: () => Promise<T>, { isGone = (): boolean => false } = {}): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (cause) {
      if (isGone()) throw cause;
      await networkOrTimeout(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0);
    }
  }
}

/** Resolves when the network returns, at the latest after this many seconds. */
function networkOrTimeout(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1_000);
    window.addEventListener('online', done);
  });
}
