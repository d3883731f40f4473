import { readStored, writeStored } from '@/lib/storage';

/** The venue whose board was shown last on this device, if the person may see it; else their first one. */
export function lastVenue(venues: readonly { id: number }[]): number | undefined {
  const stored = Number(readStored('desk_venue'));
  return venues.find(({ id }) => id === stored)?.id ?? venues[0]?.id;
}

/** Stores the venue for the next visit. */
export function rememberVenue(venue: number): void {
  writeStored('desk_venue', String(venue));
}
