import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderInfoQuery } from '@/api/order-info';
import type { HeldCourt, OwnCourts } from '@/api/own-courts';
import { isBeforeEnd } from '../confirm/hold-end';

export interface EndedHold {
  hold: HeldCourt;
  /** It has become a booking, in another tab or on another device. */
  isBooked: boolean;
  /** Its venue closed the court. */
  isClosed: boolean;
}

/**
 * The hold that the page named before and that the player's own courts do not have any more; null while there is a hold (`hold`), and if
 * there was none. Only the order tells a closed court from a hold that was released on another device.
 */
export function useEndedHold(hold: HeldCourt | null, own: OwnCourts | undefined): EndedHold | null {
  // `goneAt`: when the first reply without the hold was requested, in milliseconds; a later one would be after its end.
  const [seen, setSeen] = useState<{ hold: HeldCourt; goneAt: number | null } | null>(null);
  if (hold !== null && (seen === null || seen.hold !== hold || seen.goneAt !== null)) setSeen({ hold, goneAt: null });
  if (hold === null && own !== undefined && seen !== null && seen.goneAt === null) {
    setSeen({ hold: seen.hold, goneAt: own.requestedAt });
  }
  const goneAt = hold === null ? (seen?.goneAt ?? null) : null;
  const isEarly = seen !== null && goneAt !== null && isBeforeEnd(goneAt, seen.hold.endsAt);
  const order = useQuery({ ...orderInfoQuery(seen?.hold.orderid ?? ''), staleTime: 0, enabled: isEarly });
  if (seen === null || goneAt === null) return null;
  return {
    hold: seen.hold,
    isBooked: own?.bookings.some((booking) => booking.orderid === seen.hold.orderid) ?? false,
    isClosed: isEarly && order.data?.status === 'expired',
  };
}
