import { useSyncExternalStore } from 'react';

const never = () => () => {};
let outline = false;

/** Says that this page comes with the outline of its screen alone: on the server, and in the browser before the app takes over. */
export function setOutlined(is: boolean): void {
  outline = is;
}

/**
 * Whether a screen is to draw its outline: on the server, where the same page is for every hour and every player, and in
 * the browser's first drawing of that page, which has to repeat the server's. False right after.
 */
export function useOutlined(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => outline,
  );
}
