import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import { unwrapReply } from './unwrap-reply';

/** All venues that can be booked, in the operator's order. */
export const venuesQuery = queryOptions({
  queryKey: ['venues'],
  queryFn: async ({ signal }) => unwrapReply(await answer(api.GET('/api/getvenue', { signal }))).venue,
  staleTime: 5 * 60_000,
});
