import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { components } from './schema';

/** A player that a search found. */
export type FoundPlayer = components['schemas']['FoundPlayerAnswer'];

/** The players whose phone ends with these digits, or whose name has words that begin with these; at most eight. */
export const playersQuery = (venue: number, q: string) =>
  queryOptions({
    queryKey: ['players', venue, q],
    queryFn: async ({ signal }) =>
      (await call('get', '/api/desk/find', { query: { q, venue: String(venue) }, signal })).players,
    staleTime: 10_000,
    gcTime: 60_000,
  });
