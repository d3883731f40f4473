import { useMemo, useSyncExternalStore } from 'react';

/** Whether the window matches a media query, `(width >= 64rem)`; false on the server and during hydration. */
export function useMedia(query: string): boolean {
  const [subscribe, matches] = useMemo(() => {
    const list = typeof window === 'undefined' ? null : window.matchMedia(query);
    const follow = (listener: () => void) => {
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    };
    return [follow, () => list?.matches ?? false] as const;
  }, [query]);
  return useSyncExternalStore(subscribe, matches, () => false);
}
