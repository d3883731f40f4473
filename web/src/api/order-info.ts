import { queryOptions } from '@tanstack/react-query';
import { currentSession } from '@/lib/session';
import { ApiFailure } from './api-failure';
import { answer, api } from './client';
import { unwrapReply } from './unwrap-reply';
import { rememberPass, seenPass } from './seen-passes';

/** One order of the player, in any state. An order that does not exist or belongs to another player is an error. */
export async function fetchOrderInfo(orderid: string, signal?: AbortSignal) {
  return unwrapReply(await answer(api.GET('/api/user/get_order_info', { params: { query: { orderid } }, signal })));
}

/** Whether the server has replied that this player has no such order. */
export function isAbsent(cause: Error | null): boolean {
  return cause instanceof ApiFailure && (cause.status === 404 || cause.status === 400 || cause.status === 200);
}

/** An order as the server returns it. */
export type OrderInfo = Awaited<ReturnType<typeof fetchOrderInfo>>;

/** An order is fetched again if its last reply is older than this many milliseconds. */
const STALE_MILLISECONDS = 10_000;

/** The order; until it is read, as it was last seen, if its pass is stored. */
export const orderInfoQuery = (orderid: string) =>
  queryOptions({
    queryKey: ['order', orderid],
    queryFn: async ({ signal }) => {
      const { token } = currentSession();
      const order = await fetchOrderInfo(orderid, signal);
      // A reply that arrives after another player signed in is not stored.
      if (currentSession().token === token) rememberPass(order);
      return order;
    },
    staleTime: STALE_MILLISECONDS,
    initialData: () => seenPass(orderid)?.order,
    // At least stale: since it was stored, this device's clock may have been set back.
    initialDataUpdatedAt: () => Math.min(seenPass(orderid)?.seenAt ?? 0, Date.now() - STALE_MILLISECONDS),
  });
