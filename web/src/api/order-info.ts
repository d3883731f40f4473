import { queryOptions } from '@tanstack/react-query';
import { currentSession } from '@/lib/session';
import { ApiFailure } from './api-failure';
import { answer, api } from './client';
import { granted } from './granted';
import { rememberPass, seenPass } from './seen-passes';

/** One order of the player, in whatever state it is. An order that is absent or somebody else's is an error. */
export async function fetchOrderInfo(orderid: string, signal?: AbortSignal) {
  return granted(await answer(api.GET('/api/user/get_order_info', { params: { query: { orderid } }, signal })));
}

/** Whether the server has answered that there is no such order for this player. */
export function isAbsent(cause: Error | null): boolean {
  return cause instanceof ApiFailure && (cause.status === 404 || cause.status === 400 || cause.status === 200);
}

/** An order as the server tells it. */
export type OrderInfo = Awaited<ReturnType<typeof fetchOrderInfo>>;

/** The order, kept for its pass: what was seen last is shown at once, and asked for again as soon as anybody answers. */
export const orderInfoQuery = (orderid: string) =>
  queryOptions({
    queryKey: ['order', orderid],
    queryFn: async ({ signal }) => {
      const { token } = currentSession();
      const order = await fetchOrderInfo(orderid, signal);
      // An answer that comes after a change of players belongs to neither.
      if (currentSession().token === token) rememberPass(order);
      return order;
    },
    staleTime: 10_000,
    initialData: () => seenPass(orderid)?.order,
    initialDataUpdatedAt: () => seenPass(orderid)?.seenAt,
  });
