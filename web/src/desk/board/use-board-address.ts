import { useNavigate, useSearch } from '@tanstack/react-router';
import { toast } from '@/lib/toast';
import { bookTexts } from '@/desk/book/texts';
import { MOST_HOURS, readCourtHours, toggledHour, writeCourtHours, type CourtHour } from '@/desk/lib/court-hours';
import { paths } from '@/desk/lib/paths';
import type { BoardSearch } from '@/desk/lib/search';

/** What the address of a venue's board says, and its changes. One step back closes a panel, whatever was opened in it. */
export function useBoardAddress(venue: number) {
  const navigate = useNavigate();
  const search = useSearch({ from: '/v/$venue/board' });
  const isPanelOpen = search.open !== undefined || search.book !== undefined;

  function change(change: (before: BoardSearch) => BoardSearch, replace: boolean): void {
    void navigate({ ...paths.board(venue), search: change, replace, resetScroll: false });
  }
  function setHours(chosen: (before: readonly CourtHour[]) => readonly CourtHour[]): void {
    if (chosen(readCourtHours(search.book)).length > MOST_HOURS) toast.info(bookTexts.most(MOST_HOURS));
    change((before) => {
      const book = writeCourtHours(chosen(readCourtHours(before.book)));
      return { ...before, open: undefined, book };
    }, isPanelOpen);
  }

  return {
    search,
    goToVenue: (id: number) => void navigate(paths.board(id, search.day === undefined ? {} : { day: search.day })),
    /** `keepsOpen`: the opened booking stays, because it is being moved to that day. */
    goToDay: (day: string | undefined, keepsOpen = false) =>
      change((before) => {
        const open = keepsOpen ? before.open : undefined;
        return { ...before, day, hour: undefined, open, book: undefined };
      }, false),
    setFirstHour: (hour: number | undefined) => change((before) => ({ ...before, hour }), true),
    open: (order: string) => change((before) => ({ ...before, open: order, book: undefined }), isPanelOpen),
    close: () => change((before) => ({ ...before, open: undefined, book: undefined }), true),
    /** Closes the panel if it shows one of these orders. */
    closeOrders: (orders: readonly string[]) =>
      change(
        (before) =>
          before.open !== undefined && orders.includes(before.open) ? { ...before, open: undefined } : before,
        true,
      ),
    setHours: (hours: readonly CourtHour[]) => setHours(() => hours),
    toggleHour: (hour: CourtHour) => setHours((before) => toggledHour(before, hour)),
  };
}
