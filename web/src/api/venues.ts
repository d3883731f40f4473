import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';

/** All venues of the operator. */
export const venuesQuery = queryOptions({
  queryKey: ['venues'],
  queryFn: async ({ signal }) => (await answer(api.GET('/api/getvenue', { signal }))).venue,
  staleTime: 5 * 60_000,
});
