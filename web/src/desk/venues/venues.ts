import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { call, type RequestBody } from '@/desk/api/client';
import { meQuery } from '@/desk/api/me';
import { DeskProblem } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';
import { venuesTexts } from './texts';

export type Venue = components['schemas']['SetUpVenue'];
export type Court = components['schemas']['SetUpCourt'];
export type Fields = components['schemas']['VenueFields'];
export type CourtFields = components['schemas']['CourtFields'];
export type LosingBookings = components['schemas']['LosingBookings'];
export type LosingBooking = components['schemas']['LosingBooking'];
export type Change = components['schemas']['VenueChange'];
export type NewVenue = RequestBody<'post', '/api/desk/set-up/venues'>;

/** The venues with everything that the set-up shows; the retired ones are last. */
export const venuesQuery = queryOptions({
  queryKey: ['set-up', 'venues'],
  queryFn: ({ signal }) => call('get', '/api/desk/set-up/venues', { signal }),
  staleTime: 2_000,
  // Tried without a network, too, so that the screen can say why it is empty.
  networkMode: 'offlineFirst',
});

/** Returns a call that reads the venues again, also those that the person works at. */
export function useRereadVenues(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: venuesQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
    ]);
  };
}

/** The message of a refused call of this screen. */
export function venueMessage(cause: Error): string {
  const problems = venuesTexts.problems;
  const code = cause instanceof ApiFailure ? cause.code : '';
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : failureMessage(cause);
}

/** The new list, if a change was refused because other bookings lose their place now; null for any other failure. */
export function losingOf(cause: unknown): LosingBookings | null {
  if (!(cause instanceof DeskProblem) || cause.code !== 'bookings_lose_place') return null;
  return (cause.body.current ?? null) as LosingBookings | null;
}
