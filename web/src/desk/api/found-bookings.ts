import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { components } from './schema';

/** A booking that a search found. */
export type FoundBooking = components['schemas']['FoundBooking'];

/** Finds bookings by digits or the beginnings of the words of a name (`GET /api/desk/find`); at most eight. */
export const foundBookingsQuery = (venue: number, q: string) =>
  queryOptions({
    queryKey: ['found-bookings', venue, q],
    queryFn: async ({ signal }) =>
      (await call('get', '/api/desk/find', { query: { q, venue: String(venue) }, signal })).bookings,
    staleTime: 10_000,
    gcTime: 60_000,
  });
