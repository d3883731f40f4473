import type { ClosedBooking, ClosureDetails } from '@/desk/api/closures';

/** The bookings of a closure by what became of them, and what that means for the money, in paise. */
export interface WatchModel {
  /** The bookings whose player has not answered, the earliest first. */
  open: readonly ClosedBooking[];
  /** The bookings that ended without another hour. */
  ended: readonly ClosedBooking[];
  /** Those of `ended` of which an amount goes back. */
  money: readonly ClosedBooking[];
  /** The bookings in whose place another one takes place: on another court, at another hour, or on their own since it was opened again. */
  moved: readonly ClosedBooking[];
  /** The bookings in whose place another one was made, which was cancelled since. */
  cancelled: readonly ClosedBooking[];
  /** The number of players with a booking in the closure, each counted once. */
  players: number;
  /** What was paid for the bookings of `moved`: it counts for the new ones. */
  kept_paise: number;
  /** What goes back of all bookings, the difference to a cheaper new one included. */
  back_paise: number;
  /** What was paid for the bookings of `open`. */
  open_paise: number;
}

/** The money that goes back of a booking that a closure ended, in paise; with what was imported as paid, which has no refund. */
export function backPaiseOf(booking: ClosedBooking): number {
  const { game, back_paise } = booking;
  const refunded = game === null ? back_paise : game.refunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  return refunded + importedBackPaiseOf(booking);
}

/** What was imported as paid for a booking that a closure ended and goes back outside this program, in paise. */
export function importedBackPaiseOf({ game, imported_back_paise }: ClosedBooking): number {
  return game === null ? imported_back_paise : game.imported_back_paise;
}

/** Whether another booking was made in place of this one, and was cancelled since. */
export function isCancelledSince({ game }: ClosedBooking): boolean {
  return game?.state === 'moved' && game.new?.is_cancelled === true;
}

/** Sorts the bookings of a closure. */
export function watchModel({ bookings }: Pick<ClosureDetails, 'bookings'>): WatchModel {
  const sorted = bookings.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  const open = sorted.filter(({ game }) => game?.state === 'open');
  const answered = sorted.filter(({ game }) => game?.state === 'moved');
  const cancelled = answered.filter(isCancelledSince);
  const moved = answered.filter((booking) => !cancelled.includes(booking));
  const ended = sorted.filter((booking) => !open.includes(booking) && !answered.includes(booking));
  const sum = (of: readonly ClosedBooking[], amount: (booking: ClosedBooking) => number) =>
    of.reduce((total, booking) => total + amount(booking), 0);
  const paid = ({ game }: ClosedBooking) => game?.paid_paise ?? 0;
  return {
    open,
    ended,
    money: ended.filter((booking) => backPaiseOf(booking) > 0),
    moved,
    cancelled,
    players: new Set(sorted.map(({ player }) => player)).size,
    // What went back by moves is not among what was paid for a game that was moved.
    kept_paise: sum(moved, paid),
    back_paise: sum(sorted, backPaiseOf),
    open_paise: sum(open, paid),
  };
}
