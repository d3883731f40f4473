import { useSyncExternalStore } from 'react';

/** A value that components and plain code share, with a way to hear of changes. */
export interface Store<T> {
  get: () => T;
  set: (next: T | ((now: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
  /** What the server has drawn, and the browser's first drawing must repeat. */
  drawn: () => T;
}

/** Makes a store that holds `initial`; `drawn` is what the server takes for it where only this browser can know. */
export function createStore<T>(initial: T, drawn?: T): Store<T> {
  let now = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(next) {
      const value = typeof next === 'function' ? (next as (now: T) => T)(now) : next;
      if (Object.is(value, now)) return;
      now = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    drawn: () => drawn ?? now,
  };
}

/** Reads a store in a component and draws again when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.drawn);
}
