import { allVenuesOf, type Me } from './me';

/**
 * The IANA time zone of a venue of the signed-in person, also of a past one; of their first venue, if `venue` is null or not one of
 * theirs; Asia/Kolkata if they have no venue.
 */
export function zoneOf(me: Pick<Me, 'venues' | 'past_venues'>, venue: number | null): string {
  const own = allVenuesOf(me);
  return (own.find(({ id }) => id === venue) ?? own[0])?.time_zone ?? 'Asia/Kolkata';
}
