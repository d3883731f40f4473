import { dayIn, minutesIn } from '@/lib/dates';
import { readStored, writeStored } from '@/lib/storage';

/**
 * The id of the venue that this tab showed last, or at its beginning any tab of this device; 0 if none is known, null before it was read.
 * A venue that another tab shows since does not change the screens of this one.
 */
let last: number | null = null;

/** The venue that was shown last, if the person works there; else their first one. */
export function lastVenue(venues: readonly { id: number }[]): number | undefined {
  last ??= Number(readStored('desk_venue'));
  return venues.find(({ id }) => id === last)?.id ?? venues[0]?.id;
}

/** Stores how many minutes the clock of a time zone is ahead of UTC: first-requests.js names the venue's day with it. */
export function rememberZone(zone: string): void {
  const minute = 60_000;
  const now = new Date(Math.floor(Date.now() / minute) * minute);
  const there = Date.parse(`${dayIn(zone, now)}T00:00:00Z`) + minutesIn(zone, now) * minute;
  writeStored('desk_utc_offset', String((there - now.getTime()) / minute));
}

/** Remembers the venue for this tab, and for the next visit. */
export function rememberVenue(venue: number): void {
  last = venue;
  writeStored('desk_venue', String(venue));
}
