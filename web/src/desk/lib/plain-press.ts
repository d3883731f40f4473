import type { MouseEvent } from 'react';

/**
 * As `onClick` of a link: a plain press runs `go` in place of following the link, whose address is that of the rendered screen and may
 * be older than the newest one. A press with a modifier key still opens the link in another tab.
 */
export function onPlainPress(go: () => void): (event: MouseEvent<HTMLAnchorElement>) => void {
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go();
  };
}
