import { createStore, useStore } from '@/lib/store';

/** The part of a written request that its booking needs. */
export interface WrittenFor {
  id: string;
  name: string;
  words: string;
}

/** Whom the next booking is for: chosen in the search, before the hour. */
export interface BookingFor {
  /** What the field of the booking begins with: a number, or the name of a player. */
  text: string;
  /** The known player; null for a new number. */
  player: string | null;
  /** The request that is booked now, which was written down without a network. */
  written?: WrittenFor;
}

const store = createStore<BookingFor | null>(null);

export function useBookingFor(): BookingFor | null {
  return useStore(store);
}

export function bookFor(who: BookingFor | null): void {
  store.set(who);
}

/** Whom the next booking is for, read once. A booking that begins calls `bookFor(null)`, because the player of the next one is not known yet. */
export function readBookingFor(): BookingFor | null {
  return store.get();
}
