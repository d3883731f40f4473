import type { Found } from '@/desk/api/found';

/** A result of the search. */
export type Hit =
  | { kind: 'booking'; key: string; booking: Found['bookings'][number] }
  | { kind: 'player'; key: string; player: Found['players'][number] }
  | { kind: 'new'; key: 'new'; text: string };

/**
 * The results, the best first: bookings, then players to book for. If there are none, a booking for the typed text is
 * offered. `canBook` is whether a booking can be made.
 */
export function hitsOf(found: Found, text: string, canBook: boolean): Hit[] {
  const bookings = found.bookings.map((booking) => ({ kind: 'booking', key: booking.order, booking }) as const);
  const players = canBook
    ? found.players.map((player) => ({ kind: 'player', key: `player ${player.id}`, player }) as const)
    : [];
  const hits: Hit[] = [...bookings, ...players];
  return hits.length === 0 && canBook ? [{ kind: 'new', key: 'new', text }] : hits;
}
