import { useSyncExternalStore } from 'react';

/** A value that components and plain code share, with subscriptions to its changes. */
export interface Store<T> {
  get: () => T;
  set: (next: T | ((now: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
  /** The value that the server rendered with, which hydration must repeat. */
  serverValue: () => T;
}

/** Creates a store that holds `initial`; `serverValue` is the server's value if only this browser knows the real one. */
export function createStore<T>(initial: T, serverValue?: T): Store<T> {
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
    serverValue: () => (serverValue === undefined ? now : serverValue),
  };
}

/** Reads a store in a component, which renders again when the value changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.serverValue);
}
