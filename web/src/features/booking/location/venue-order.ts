import type { VenueAtHour } from '../api/free-hours';
import type { Venue } from './VenueCard';

/** A venue and its free courts at the requested hour, if that is known. */
export interface ListedVenue {
  venue: Venue;
  atHour: VenueAtHour | undefined;
}

/** The venues in the order of the list: those without a free court last, otherwise in the operator's order. */
export function venuesInOrder(venues: readonly Venue[], found: readonly VenueAtHour[] = []): ListedVenue[] {
  const listed = venues.map((venue) => ({ venue, atHour: found.find((one) => one.venue_id === venue.venue_id) }));
  return listed.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ atHour }: ListedVenue): number {
  return atHour !== undefined && atHour.free === 0 ? 1 : 0;
}
