import { useEffect, useRef, type RefObject } from 'react';
import { takeFound } from '@/desk/lib/finding';

/** What the panel shows: an opened booking, or the slots that are being booked. */
export interface PanelContent {
  open: string | undefined;
  book: string | undefined;
}

/**
 * Moves the focus into a sheet that covers the board, and back to the cell of its booking or slot when it is closed. A
 * new booking takes the focus into its field by itself, and leaves it on the heading of what was booked.
 */
export function useFocusAround(
  root: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  { open, book }: PanelContent,
  beside: boolean,
): void {
  const before = useRef<PanelContent>({ open: undefined, book: undefined });
  useEffect(() => {
    const last = before.current;
    before.current = { open, book };
    if (open !== undefined) {
      const isFirst = last.open === undefined;
      // Found by the search, which is gone: the keys of the panel work at once.
      const isFound = open !== last.open && takeFound();
      if (isFound || (isFirst && (!beside || last.book !== undefined))) heading.current?.focus({ preventScroll: true });
      return;
    }
    if (book !== undefined || document.activeElement !== document.body) return;
    const slots = last.book?.split(',') ?? [];
    const places = [
      ...(last.open === undefined ? [] : [`[data-orders~="${last.open}"]`]),
      ...slots.map((slot) => `[data-slots~="${slot}"]`),
    ];
    const cell = places.map((place) => root.current?.querySelector<HTMLElement>(place)).find(Boolean);
    cell?.focus({ preventScroll: true });
  }, [open, book, beside, root, heading]);
}
