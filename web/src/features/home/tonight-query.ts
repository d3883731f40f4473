import { queryOptions } from '@tanstack/react-query';
import { slotsQuery } from '@/api/slots';
import { venuesQuery } from '@/api/venues';
import { freeTonight } from './tonight';

/** Venues requested at most: with more of them the text would wait for too many replies. */
const MOST_VENUES = 6;

/**
 * How many courts are free tonight over all venues, or the first {@link MOST_VENUES} of them ({@link freeTonight}). A
 * page rendered by the server contains the answer.
 */
export const tonightQuery = queryOptions({
  queryKey: ['tonight'],
  queryFn: async ({ client }) => {
    const venues = await client.fetchQuery(venuesQuery);
    const replies = await Promise.all(
      venues.slice(0, MOST_VENUES).map((venue) => client.fetchQuery(slotsQuery(venue.venue_id))),
    );
    return freeTonight(replies.map((reply) => reply.date[0]?.slots ?? []));
  },
  staleTime: 15_000,
});
