import { useCallback, useSyncExternalStore } from 'react';

/** Milliseconds between two checks of the clock: the shown seconds are late by at most this much. */
const CHECK_MILLISECONDS = 250;

function left(endsAt: number): number {
  return Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
}

/** Whole seconds until a local instant (milliseconds), counting down to 0. */
export function useSecondsLeft(endsAt: number): number {
  const subscribe = useCallback(
    (notify: () => void) => {
      if (left(endsAt) === 0) return () => {};
      const timer = window.setInterval(() => {
        notify();
        if (left(endsAt) === 0) window.clearInterval(timer);
      }, CHECK_MILLISECONDS);
      return () => window.clearInterval(timer);
    },
    [endsAt],
  );
  const seconds = () => left(endsAt);
  return useSyncExternalStore(subscribe, seconds, seconds);
}
