import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { toast } from '@/lib/toast';
import { bookTexts } from '@/desk/book/texts';
import { MOST_SLOTS, readSlots, toggledSlot, writeSlots, type Slot } from '@/desk/lib/slots';
import { paths } from '@/desk/lib/paths';
import type { BoardSearch } from '@/desk/lib/search';

const NO_PANEL = { open: undefined, book: undefined, mode: undefined, closure: undefined, close: undefined };

/**
 * Reads and changes the address of a venue's board. One step back in the browser closes a panel, whatever it shows; if
 * the day was changed while the panel was open, the step shows the former day, with the panel.
 */
export function useBoardAddress(venue: number) {
  const navigate = useNavigate();
  const router = useRouter();
  const search = useSearch({ from: '/v/$venue/board' });
  const isPanelOpen = search.open !== undefined || search.book !== undefined || search.mode !== undefined;

  function change(to: (before: BoardSearch) => BoardSearch, replace: boolean): void {
    void navigate({ ...paths.board(venue), search: to, replace, resetScroll: false });
  }
  /** As `change`, for a change that may come after a navigation to another page has begun: it does not cancel that. */
  function changeUnlessLeaving(to: (before: BoardSearch) => BoardSearch): void {
    const board = router.buildLocation(paths.board(venue));
    if (router.latestLocation.pathname === board.pathname) change(to, true);
  }
  function setSlots(chosen: (before: readonly Slot[]) => readonly Slot[]): void {
    if (chosen(readSlots(search.book)).length > MOST_SLOTS) toast.info(bookTexts.most(MOST_SLOTS));
    change((before) => {
      const book = writeSlots(chosen(readSlots(before.book)));
      return { ...before, ...NO_PANEL, book };
    }, isPanelOpen);
  }

  return {
    search,
    isPanelOpen,
    goToVenue: (id: number) =>
      void navigate({
        ...paths.board(id),
        search: ({ day }: BoardSearch): BoardSearch => (day === undefined ? {} : { day }),
      }),
    /**
     * Shows the day that `to` returns for that of the newest address, which may not be rendered yet. With `keepsOpen` the
     * opened booking stays open.
     */
    goToDay: (to: (newest: string | undefined) => string | undefined, keepsOpen = false) =>
      change((before) => {
        const day = to(before.day);
        const open = keepsOpen ? before.open : undefined;
        // Courts can be chosen to be closed on another day.
        const { mode, close } = before.closure === undefined ? before : NO_PANEL;
        return { ...before, ...NO_PANEL, day, hour: undefined, open, mode, close };
      }, false),
    setFirstHour: (hour: number | undefined) => changeUnlessLeaving((before) => ({ ...before, hour })),
    /** Whether this board is shown without a panel, or with the panel of this order. */
    isFreeFor: (order: string) => {
      const { pathname, search: shown } = router.latestLocation;
      const { open = order, book, mode }: BoardSearch = shown;
      const isHere = pathname === router.buildLocation(paths.board(venue)).pathname;
      return isHere && open === order && book === undefined && mode === undefined;
    },
    /** What the person has opened, as a text that changes when they open something else. */
    opened: () => {
      const { pathname, search: shown } = router.latestLocation;
      const { open, book, mode, closure }: BoardSearch = shown;
      return JSON.stringify([pathname, open, book, mode, closure]);
    },
    open: (order: string) => change((before) => ({ ...before, ...NO_PANEL, open: order }), isPanelOpen),
    close: () => changeUnlessLeaving((before) => ({ ...before, ...NO_PANEL })),
    /** Opens the panel that closes courts; the same mode again closes it. The other mode keeps the chosen courts. */
    toggleClosurePanel: (mode: 'rain' | 'block') =>
      change((before) => {
        const { mode: last, close } = before.closure === undefined ? before : NO_PANEL;
        return { ...before, ...NO_PANEL, ...(last === mode ? {} : { mode, close }) };
      }, isPanelOpen),
    /** Opens the watch of a closure. */
    watch: (closure: string) => change((before) => ({ ...before, ...NO_PANEL, mode: 'rain', closure }), isPanelOpen),
    /** Closes the panel if it shows one of these orders. */
    closePanelOf: (orders: readonly string[]) =>
      changeUnlessLeaving((before) =>
        before.open !== undefined && orders.includes(before.open) ? { ...before, open: undefined } : before,
      ),
    setSlots: (slots: readonly Slot[]) => setSlots(() => slots),
    /** Shows another day and chooses slots of it; undefined is today. */
    setSlotsOf: (day: string | undefined, slots: readonly Slot[]) =>
      change((before) => ({ ...before, ...NO_PANEL, day, hour: undefined, book: writeSlots(slots) }), isPanelOpen),
    toggleSlot: (slot: Slot) => setSlots((before) => toggledSlot(before, slot)),
  };
}
