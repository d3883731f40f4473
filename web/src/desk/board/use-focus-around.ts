import { useEffect, useRef, type RefObject } from 'react';
import { takeFound } from '@/desk/lib/open-search';

/** What the panel shows: an opened booking, the slots that are being booked, or courts that are closed. */
export interface PanelContent {
  open: string | undefined;
  book: string | undefined;
  mode: string | undefined;
}

/**
 * Moves the focus into the panel of a booking that covers the board, that the search found or that was just made, and
 * back to the cell of its booking or slot when a panel is closed and nothing else has the focus. Without such a cell
 * the board itself takes the focus, so that its keys work. `heading` is null until the panel's code is loaded.
 */
export function useFocusAround(
  root: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null> | null,
  { open, book, mode }: PanelContent,
  isBeside: boolean,
): void {
  const before = useRef<PanelContent>({ open: undefined, book: undefined, mode: undefined });
  useEffect(() => {
    // A panel that is still loading takes the focus when it is there.
    if (heading === null && open !== undefined) return;
    const last = before.current;
    before.current = { open, book, mode };
    if (open !== undefined) {
      const isFirst = last.open === undefined;
      // The search that found the booking is closed, so the panel takes the focus and its keys work at once.
      const isFound = open !== last.open && takeFound(open);
      if (isFound || (isFirst && (!isBeside || last.book !== undefined)))
        heading?.current?.focus({ preventScroll: true });
      return;
    }
    const isClosed = last.open !== undefined || last.book !== undefined || last.mode !== undefined;
    const isLost = document.activeElement === document.body || document.activeElement === root.current;
    if (!isClosed || book !== undefined || mode !== undefined || !isLost) return;
    (cellOf(root.current, last) ?? root.current)?.focus({ preventScroll: true });
  }, [open, book, mode, isBeside, root, heading]);
}

/**
 * Moves the focus from a panel that is being closed back to the cell of its booking or slot. While the panel is still there, such
 * a move needs no layout; if the panel were removed with the focus in it, the browser would lay out the page twice.
 */
export function focusBehind(root: HTMLElement | null, panel: PanelContent): void {
  if (document.activeElement?.closest('aside')) cellOf(root, panel)?.focus({ preventScroll: true });
}

/** The cell of an opened booking, or of the first of the slots that are being booked. */
function cellOf(root: HTMLElement | null, { open, book }: PanelContent): HTMLElement | null {
  const places = [
    ...(open === undefined ? [] : [`[data-orders~="${open}"]`]),
    ...(book?.split(',') ?? []).map((slot) => `[data-slots~="${slot}"]`),
  ];
  return places.map((place) => root?.querySelector<HTMLElement>(place)).find(Boolean) ?? null;
}
