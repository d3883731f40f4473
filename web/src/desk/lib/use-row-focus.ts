import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus back to the list when what a row has opened is closed and no other element has the focus: to its row, which has the
 * id in `data-row`, or to `root` if it is in the list no more. At the start `root` takes the focus, so that the keys of the screen
 * work, unless something in it has the focus. `isOpen` is for what is opened without a row, such as a form: after it the row that was
 * opened last takes the focus. An Enter that is held opens no row: the same press may have closed one. Returns a function that finds the
 * id from which steps go on while nothing is open: that of the row with the focus, or of the one that was opened last.
 */
export function useRowFocus(
  root: RefObject<HTMLElement | null>,
  opened: string | undefined,
  isOpen = opened !== undefined,
): () => string | undefined {
  const shown = useRef<{ opened: string | undefined; isOpen: boolean } | null>(null);
  const last = useRef<string | undefined>(undefined);
  // In the layout phase: later the screen has taken the focus that was lost with the closed part.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { opened, isOpen };
    for (const id of [before?.opened, opened]) if (rowOf(root.current, id) !== null) last.current = id;
    const { activeElement, body } = document;
    if (before === null) {
      if (root.current?.contains(activeElement) === false) root.current.focus({ preventScroll: true });
      return;
    }
    const isLost = activeElement === body || activeElement === root.current;
    if (!before.isOpen || isOpen || !isLost) return;
    const row = rowOf(root.current, last.current);
    // The steps may have opened a row that is out of view.
    if (row === null) root.current?.focus({ preventScroll: true });
    else row.focus();
  }, [root, opened, isOpen]);
  useEffect(() => {
    const element = root.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.repeat) return;
      if (event.target instanceof Element && event.target.closest('[data-row]') !== null) event.preventDefault();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [root]);
  return () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? last.current;
}

function rowOf(root: HTMLElement | null, id: string | undefined): HTMLElement | null {
  if (root === null || id === undefined) return null;
  return [...root.querySelectorAll<HTMLElement>('[data-row]')].find((row) => row.dataset['row'] === id) ?? null;
}
