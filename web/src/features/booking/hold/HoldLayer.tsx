import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ownCourtsQuery } from '@/api/own-courts';
import { useOwnCourts } from '@/api/use-own-courts';
import { HoldBar } from './HoldBar';
import { showsHold } from './shows-hold';

/** The bar of a held court, on every screen that does not show that hold itself. */
export function HoldLayer() {
  const queryClient = useQueryClient();
  const { pathname, searchStr } = useLocation();
  const { data: own } = useOwnCourts({ isLive: false });
  const hold = own?.hold ?? null;

  // No stream reports a hold from another device here: it is noticed at a navigation, unless the own courts are still fresh, or when the
  // window gets the focus again.
  useEffect(() => void queryClient.prefetchQuery(ownCourtsQuery), [queryClient, pathname]);

  if (hold === null || showsHold({ pathname, searchStr }, hold.orderid)) return null;
  return <HoldBar key={hold.orderid} hold={hold} />;
}
