import type { Me } from './me';

/** The time zone of one's venue; without one, that of the first. */
export function zoneOf({ venues }: Pick<Me, 'venues'>, venue: number | null): string {
  return (venues.find(({ id }) => id === venue) ?? venues[0])?.time_zone ?? 'Asia/Kolkata';
}
