import type { OpenOrder } from '../open-order';

/** How a hold ended; `closed` by the venue with its court, `replaced` by another hold of the same player. */
export type HoldEnd = 'expired' | 'closed' | 'released' | 'taken' | 'replaced';

type Status = OpenOrder['status'];

/** Statuses of an order that has become a booking. */
const BOOKED: readonly Status[] = ['confirmed', 'completed', 'no_show', 'cancel_requested', 'cancelled'];

/** Whether the order has become a booking. */
export function isBooked(status: Status): boolean {
  return BOOKED.includes(status);
}

/**
 * How the hold of the window ended; null while it is held. `known` is the end that this window learned from a call or
 * from its countdown. A change from elsewhere is shown only if no call is under way here and the outcome of the last
 * one is known (`isBusy` is false): that outcome comes first.
 */
export function holdEnd({
  status,
  isClosed,
  known,
  hasOtherHold,
  isBusy,
}: {
  status: Status;
  /** The venue ended the hold by closing its court. */
  isClosed: boolean;
  known: HoldEnd | null;
  /** The player holds another court instead. */
  hasOtherHold: boolean;
  isBusy: boolean;
}): HoldEnd | null {
  const expired = isClosed ? 'closed' : 'expired';
  const elsewhere = isBusy || status === 'held' ? null : status === 'expired' ? expired : 'released';
  return elsewhere === 'released' && hasOtherHold ? 'replaced' : (known ?? elsewhere);
}
