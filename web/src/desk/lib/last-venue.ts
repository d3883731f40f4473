import { dayIn, minutesIn } from '@/lib/dates';
import { readStored, writeStored } from '@/lib/storage';

/** The venue that was shown last on this device, if the person works there; else their first one. */
export function lastVenue(venues: readonly { id: number }[]): number | undefined {
  const stored = Number(readStored('desk_venue'));
  return venues.find(({ id }) => id === stored)?.id ?? venues[0]?.id;
}

/** Stores how many minutes the clock of a time zone is ahead of UTC: first-requests.js names the venue's day with it. */
export function rememberZone(zone: string): void {
  const minute = 60_000;
  const now = new Date(Math.floor(Date.now() / minute) * minute);
  const there = Date.parse(`${dayIn(zone, now)}T00:00:00Z`) + minutesIn(zone, now) * minute;
  writeStored('desk_utc_offset', String((there - now.getTime()) / minute));
}

/** Stores the venue for the next visit. */
export function rememberVenue(venue: number): void {
  writeStored('desk_venue', String(venue));
}
