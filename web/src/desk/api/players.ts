import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { components } from './schema';

/** A player that a search found. */
export type FoundPlayer = components['schemas']['FoundPlayerAnswer'];

/** Finds players by the end of a phone or the beginnings of the words of a name (`GET /api/desk/find`); at most eight. */
export const playersQuery = (venue: number, q: string) =>
  queryOptions({
    queryKey: ['players', venue, q],
    queryFn: async ({ signal }) =>
      (await call('get', '/api/desk/find', { query: { q, venue: String(venue) }, signal })).players,
    staleTime: 10_000,
    gcTime: 60_000,
  });
