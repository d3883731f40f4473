import type { Found } from '@/desk/api/found';

/** Something that the search leads to. */
export type Hit =
  | { kind: 'booking'; key: string; booking: Found['bookings'][number] }
  | { kind: 'player'; key: string; player: Found['players'][number] }
  | { kind: 'new'; key: 'new'; text: string };

/**
 * What can be chosen, the best first: bookings, then players to book for. Nothing found is a booking for what was typed. `canBook`
 * is whether the reader may book.
 */
export function hitsOf(found: Found, text: string, canBook: boolean): Hit[] {
  const bookings = found.bookings.map((booking) => ({ kind: 'booking', key: booking.order, booking }) as const);
  const players = canBook
    ? found.players.map((player) => ({ kind: 'player', key: `player ${player.id}`, player }) as const)
    : [];
  const hits: Hit[] = [...bookings, ...players];
  return hits.length === 0 && canBook ? [{ kind: 'new', key: 'new', text }] : hits;
}
