import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import { granted } from './granted';

/** One order of the player, in whatever state it is. An order that is absent or somebody else's is an error. */
export const orderInfoQuery = (orderid: string) =>
  queryOptions({
    queryKey: ['order', orderid],
    queryFn: async ({ signal }) =>
      granted(await answer(api.GET('/api/user/get_order_info', { params: { query: { orderid } }, signal }))),
    staleTime: 10_000,
  });

/** An order as the server tells it. */
export type OrderInfo = Awaited<ReturnType<NonNullable<ReturnType<typeof orderInfoQuery>['queryFn']>>>;
