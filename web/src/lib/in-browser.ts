import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the render may depend on this browser. False on the server and during hydration, which has to repeat the
 * server's markup; true right after.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
