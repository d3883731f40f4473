import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from './client';

/** Bookings, those of today at the venue first, and players; at most eight of each. */
export type Found = Answer<'get', '/api/desk/find'>;

/** Finds bookings and players by digits or the beginnings of the words of a name (`GET /api/desk/find`). */
export const foundQuery = (venue: number, q: string) =>
  queryOptions({
    queryKey: ['found', venue, q],
    queryFn: ({ signal }) => call('get', '/api/desk/find', { query: { q, venue: String(venue) }, signal }),
    staleTime: 5_000,
    gcTime: 60_000,
  });
