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

  // A hold from another device is noticed at the next navigation, since no stream reports it here.
  useEffect(() => void queryClient.prefetchQuery(ownCourtsQuery), [queryClient, pathname]);

  if (hold === null || showsHold({ pathname, searchStr }, hold.orderid)) return null;
  return <HoldBar key={hold.orderid} hold={hold} />;
}
