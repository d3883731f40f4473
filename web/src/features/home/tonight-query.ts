import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/api-failure';
import { slotsQuery } from '@/api/slots';
import { venuesQuery } from '@/api/venues';
import { freeTonight } from './tonight';

/** Venues requested at most: with more of them the text would wait for too many replies. */
const MOST_VENUES = 6;

/**
 * How many courts are free tonight over all venues, or the first {@link MOST_VENUES} of them ({@link freeTonight}).
 */
export const tonightQuery = queryOptions({
  queryKey: ['tonight'],
  queryFn: async ({ client }) => {
    const venues = await client.fetchQuery(venuesQuery);
    const shown = venues.slice(0, MOST_VENUES);
    return freeTonight(await Promise.all(shown.map((venue) => fetchSlotsToday(client, venue.venue_id))));
  },
  staleTime: 15_000,
});

/** Today's slots of a venue; none if it is not offered any more since the list was read. */
async function fetchSlotsToday(client: QueryClient, venue: number) {
  try {
    const reply = await client.fetchQuery(slotsQuery(venue));
    return reply.date[0]?.slots ?? [];
  } catch (cause) {
    if (cause instanceof ApiFailure && cause.code === 'no_such_venue') return [];
    throw cause;
  }
}
