import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Seconds until a part that did not come is asked for again: longer each time, the last for as long as it takes. */
const PAUSES = [2, 5, 15, 60];

/**
 * `lazy`, for a part beside the screen. Without a network it does not come, and that takes nothing else away: its place
 * stays as it is, and it is asked for again.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await untilItCame(load) }));
}

/** What `load` loads, however often it has to be asked; its failure where that tells that it is `gone`. */
export async function untilItCame<T>(load: () => Promise<T>, { gone = (): boolean => false } = {}): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (cause) {
      if (gone()) throw cause;
      await networkOr(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0);
    }
  }
}

/** Ready when the network comes back, at the latest after so many seconds. */
function networkOr(seconds: number): Promise<void> {
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
