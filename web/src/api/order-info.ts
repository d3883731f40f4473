import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from './api-failure';
import { answer, api } from './client';
import { granted } from './granted';

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

/** The order, kept for its pass. */
export const orderInfoQuery = (orderid: string) =>
  queryOptions({
    queryKey: ['order', orderid],
    queryFn: ({ signal }) => fetchOrderInfo(orderid, signal),
    staleTime: 10_000,
  });
