import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderInfoQuery } from '@/api/order-info';
import type { HeldCourt, OwnCourts } from '@/api/own-courts';

export interface EndedHold {
  hold: HeldCourt;
  /** It has become a booking, in another tab or on another device. */
  isBooked: boolean;
  /** Its venue closed the court; undefined while its order is being read, which tells. */
  isClosed: boolean | undefined;
}

/**
 * The hold that the page named before and that the player's own courts do not have any more; null while there is a hold
 * (`hold`), and if there was none. Only the order tells a closed court from a hold that was released or ran out.
 */
export function useEndedHold(hold: HeldCourt | null, own: OwnCourts | undefined): EndedHold | null {
  const [seen, setSeen] = useState<{ hold: HeldCourt; isGone: boolean } | null>(null);
  if (hold !== null && (seen === null || seen.hold !== hold || seen.isGone)) setSeen({ hold, isGone: false });
  if (hold === null && own !== undefined && seen !== null && !seen.isGone) setSeen({ hold: seen.hold, isGone: true });
  const isGone = hold === null && seen?.isGone === true;
  const order = useQuery({ ...orderInfoQuery(seen?.hold.orderid ?? ''), staleTime: 0, enabled: isGone });
  const isUnread = order.isFetching && (!order.isFetchedAfterMount || order.data?.status === 'held');
  if (seen === null || !isGone) return null;
  return {
    hold: seen.hold,
    isBooked: own?.bookings.some((booking) => booking.orderid === seen.hold.orderid) ?? false,
    isClosed: isUnread ? undefined : order.data?.hold_closed === true,
  };
}
