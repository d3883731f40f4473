import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether what is drawn may depend on this browser. False on the server and in the browser's first drawing of a page from
 * there, which has to repeat the server's; true right after.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
