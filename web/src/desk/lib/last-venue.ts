import { useState } from 'react';
import { dayIn, minutesIn } from '@/lib/dates';
import { readStored, writeStored } from '@/lib/storage';

/** The venue that was shown last on this device, if the person works there; else their first one. */
export function lastVenue(venues: readonly { id: number }[], last = storedVenue()): number | undefined {
  return venues.find(({ id }) => id === last)?.id ?? venues[0]?.id;
}

/**
 * As {@link lastVenue}, as it was when the screen was opened, or the one that its address has named since: a venue that another tab shows
 * meanwhile does not change the screen.
 */
export function useLastVenue(named?: number): (venues: readonly { id: number }[]) => number | undefined {
  const [last, setLast] = useState(storedVenue);
  if (named !== undefined && named !== last) setLast(named);
  return (venues) => lastVenue(venues, last);
}

function storedVenue(): number {
  return Number(readStored('desk_venue'));
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
