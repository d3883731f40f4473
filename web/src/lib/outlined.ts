import { useSyncExternalStore } from 'react';

const never = () => () => {};
let outline = false;

/**
 * Sets whether this page contains only the outline of its screen: on the server, and in the browser before hydration.
 */
export function setOutlined(is: boolean): void {
  outline = is;
}

/**
 * Whether a screen must render its outline: on the server, where one page serves every hour and every player, and
 * during hydration of that page, which has to repeat the server's markup. False right after.
 */
export function useOutlined(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => outline,
  );
}
