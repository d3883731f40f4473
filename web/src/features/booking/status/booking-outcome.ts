/** What the status screen tells (spec §2); `checking` while the order is being looked up, `over` when the booking is no game to come,
 * `paying` while money is on its way, `returned` when it goes back. */
export type BookingOutcome = 'checking' | 'success' | 'over' | 'fail' | 'unknown' | 'paying' | 'returned';

/** What is known of the order that the address names. */
export interface StatusFacts {
  orderId: string | undefined;
  isAuthenticated: boolean;
  /** The order as the server tells it; undefined while it is on its way or when it did not load. */
  status: string | undefined;
  /** How far an online payment is, as the server tells it; undefined when there is none. */
  payment?: string | undefined;
  /** The checkout has said on this device that it was paid. */
  paidHere?: boolean | undefined;
  /** Why it did not load: there is no such order, or nobody answered. */
  failure: 'absent' | 'unreachable' | null;
}

/** States in which nothing was booked. */
const NOT_BOOKED = new Set(['held', 'released', 'expired']);
/** States of a booking that is no news any more: its pass tells how it stands. */
const OVER = new Set(['cancelled', 'cancel_requested', 'no_show']);

/**
 * Without an order the booking failed, with one it is a success (spec §2), unless the server says otherwise: a success is
 * never shown for an order that is not booked, nor a failure for one that could not be looked up.
 */
export function bookingOutcome(facts: StatusFacts): BookingOutcome {
  if (facts.orderId === undefined) return 'fail';
  if (!facts.isAuthenticated) return 'unknown';
  if (facts.status !== undefined) {
    if (OVER.has(facts.status)) return 'over';
    if (!NOT_BOOKED.has(facts.status)) return 'success';
    if (facts.payment?.startsWith('refund_')) return 'returned';
    // The provider may know less than the player's bank: who has paid is never told that nothing was.
    const open = facts.payment === 'under_way' || (facts.paidHere === true && facts.payment !== 'failed');
    return open ? 'paying' : 'fail';
  }
  if (facts.failure === 'absent') return 'fail';
  return facts.failure === 'unreachable' ? 'unknown' : 'checking';
}
