import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { fetchOrderInfo } from '@/api/order-info';
import { type HeldCourt, ownCourtsQuery } from '@/api/own-courts';
import { useOwnCourts } from '@/api/use-own-courts';
import { courtName } from '@/lib/court-name';
import { currentSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { holdTexts } from '../texts';
import { HoldBar } from './HoldBar';
import { showsHold } from './shows-hold';

/** A hold counts as over this many milliseconds before its end, because clocks differ a little. */
const LEEWAY_MILLISECONDS = 1_000;

/** The bar of a held court, on every screen that does not show that hold itself. */
export function HoldLayer() {
  const queryClient = useQueryClient();
  const { pathname, searchStr } = useLocation();
  const { data: own } = useOwnCourts({ isLive: false });
  const hold = own?.hold ?? null;
  const inBar = hold === null || showsHold({ pathname, searchStr }, hold.orderid) ? null : hold;

  // Without a hold no stream is opened here, so a hold from another device is noticed at a navigation.
  useEffect(() => void queryClient.prefetchQuery(ownCourtsQuery), [queryClient, pathname]);

  // A reply decides, not the countdown: on a page in the background that ends also if the court was booked meanwhile.
  const lastInBar = useRef<HeldCourt | null>(null);
  useEffect(() => {
    const before = lastInBar.current;
    lastInBar.current = inBar;
    if (before === null || own === undefined || own.hold !== null || before.isBeingPaid) return;
    if (own.bookings.some((booking) => booking.orderid === before.orderid)) return;
    void tellEnd(before, own.requestedAt >= before.endsAt - LEEWAY_MILLISECONDS);
  }, [own, inBar]);

  if (inBar === null) return null;
  return <HoldBar key={inBar.orderid} hold={inBar} />;
}

/**
 * Says that a hold ended because its venue closed the court, or because it has run out. If its order does not tell, a
 * hold whose end has come on this device (`isOver`) has run out.
 */
async function tellEnd({ orderid, court }: HeldCourt, isOver: boolean): Promise<void> {
  const { token } = currentSession();
  let end: 'closed' | 'expired' | null = isOver ? 'expired' : null;
  try {
    const { status, hold_closed } = await fetchOrderInfo(orderid);
    if (hold_closed) end = 'closed';
    else if (status !== 'held') end = status === 'expired' ? 'expired' : null;
  } catch {
    // The order could not be read.
  }
  if (end !== null && currentSession().token === token) toast.info(holdTexts[end](courtName(court)));
}
