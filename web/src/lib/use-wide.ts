import { useSyncExternalStore } from 'react';

// The lg breakpoint of ui/theme.css.
const wide = typeof window === 'undefined' ? null : window.matchMedia('(width >= 64rem)');

function subscribe(listener: () => void): () => void {
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}

/** Whether the window is wide enough for two screens side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide?.matches ?? false,
    () => false,
  );
}
