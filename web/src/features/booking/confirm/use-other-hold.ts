import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HeldCourt } from '@/api/own-courts';
import { useOwnCourts } from '@/api/use-own-courts';
import { openOrderQuery } from '../open-order';

/**
 * The court that the player holds instead of this order's, if any. If this order is no longer the player's hold, it is
 * refetched; `heldAt` is when it was last known as held, in milliseconds since 1970 by this device's clock.
 */
export function useOtherHold(orderid: string, heldAt: number | undefined): HeldCourt | null {
  const queryClient = useQueryClient();
  const { data: own } = useOwnCourts({ isLive: true });
  const hasEnded = own !== undefined && own.hold?.orderid !== orderid;
  const isOutdated = hasEnded && heldAt !== undefined && own.requestedAt > heldAt;
  useEffect(() => {
    if (isOutdated) void queryClient.invalidateQueries({ queryKey: openOrderQuery(orderid).queryKey });
  }, [isOutdated, orderid, queryClient]);
  return hasEnded ? own.hold : null;
}
