import { useSyncExternalStore } from 'react';

const never = () => () => {};
let isSkeleton = false;

/** Sets whether this page has only the skeleton of its screen; to be called before rendering. */
export function setSkeleton(is: boolean): void {
  isSkeleton = is;
}

/**
 * Whether a screen must render its skeleton: on the server, where one page serves every hour and every player, and
 * during hydration of that page, which has to repeat the server's markup. False right after.
 */
export function useSkeleton(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => isSkeleton,
  );
}
