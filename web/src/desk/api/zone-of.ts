import type { Me } from './me';

/**
 * The IANA time zone of a venue of the signed-in person; of their first venue, if `venue` is null or not one of
 * theirs; Asia/Kolkata if they have no venue.
 */
export function zoneOf({ venues }: Pick<Me, 'venues'>, venue: number | null): string {
  return (venues.find(({ id }) => id === venue) ?? venues[0])?.time_zone ?? 'Asia/Kolkata';
}
