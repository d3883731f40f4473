/**
 * The outcome on the status screen (spec §2); `checking` while the order is loading, `over` for a booking that was
 * cancelled, missed or played, `paying` while a payment is under way, `returned` if it was or will be refunded,
 * `unknown` if the player is not signed in, or the order could not be loaded and may exist.
 */
export type BookingOutcome = 'checking' | 'success' | 'over' | 'fail' | 'unknown' | 'paying' | 'returned';

/** What is known about the order in the address. */
export interface StatusFacts {
  orderId: string | undefined;
  isAuthenticated: boolean;
  /** The order's status on the server; undefined while it is loading or if it failed to load. */
  status: string | undefined;
  /** The state of an online payment on the server; undefined if there is none. */
  payment?: string | undefined;
  /** On this device the checkout reported a payment, or the server one that is under way. */
  paidHere?: boolean | undefined;
  /** Why the order failed to load: `absent` if the player has no such order, `unreachable` for any other failure. */
  failure: 'absent' | 'unreachable' | null;
}

/** Statuses in which nothing was booked. */
export const NOT_BOOKED: ReadonlySet<string> = new Set(['held', 'released', 'expired']);
/** Statuses of a booking without a new outcome to show. */
export const OVER: ReadonlySet<string> = new Set(['cancelled', 'cancel_requested', 'no_show', 'completed']);

/**
 * Without an order the booking failed, with one it succeeded (spec §2), unless the server reports otherwise: success is
 * never shown for an order that is not booked, nor failure for one that could not be loaded and may exist.
 */
export function bookingOutcome(facts: StatusFacts): BookingOutcome {
  if (facts.orderId === undefined) return 'fail';
  if (!facts.isAuthenticated) return 'unknown';
  if (facts.status !== undefined) {
    if (OVER.has(facts.status)) return 'over';
    if (!NOT_BOOKED.has(facts.status)) return 'success';
    if (facts.payment?.startsWith('refund_')) return 'returned';
    // The provider may learn of a payment later than the player's bank: a player who has paid must never see a failure.
    const open = facts.payment === 'under_way' || (facts.paidHere === true && facts.payment !== 'failed');
    return open ? 'paying' : 'fail';
  }
  if (facts.failure === 'absent') return 'fail';
  return facts.failure === 'unreachable' ? 'unknown' : 'checking';
}
