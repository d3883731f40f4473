import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serializedRefetch } from '@/lib/serialized-refetch';
import { useSession } from '@/lib/session';
import { useVisible } from '@/lib/use-visible';
import { followOrders } from './order-stream';
import { OWN_COURTS, ownCourtsQuery, type OwnCourts } from './own-courts';
import { refetchForAnswer } from './refetch-for-answer';

/** Shortest delay of the refetch at the end of a hold, in milliseconds: clocks differ a little. */
const LEAST_MILLISECONDS = 1_000;

/**
 * The player's own courts; without data for a visitor. They are refetched when a hold expires. With `isLive`, or while
 * there is a hold, the server also reports changes from other tabs and devices.
 */
export function useOwnCourts({ isLive }: { isLive: boolean }): UseQueryResult<OwnCourts> {
  const queryClient = useQueryClient();
  const { token } = useSession();
  const visible = useVisible();
  const own = useQuery({ ...ownCourtsQuery, enabled: token !== null });
  const endsAt = own.data?.hold?.endsAt;
  const follow = visible && token !== null && (isLive || endsAt !== undefined);

  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: [OWN_COURTS] }),
      Math.max(LEAST_MILLISECONDS, endsAt - Date.now()),
    );
    return () => clearTimeout(timer);
    // `dataUpdatedAt` restarts the timer after each refetch: the hold may still exist with the same end.
  }, [queryClient, endsAt, own.dataUpdatedAt]);

  useEffect(() => {
    if (!follow) return;
    const refetches = serializedRefetch(() => refetchForAnswer(queryClient, [OWN_COURTS]));
    const leave = followOrders(() => refetches.request());
    return () => {
      leave();
      refetches.stop();
    };
  }, [queryClient, follow, token]);

  return own;
}
