import { useStore } from '@/lib/store';
import { createPersonalStore } from './personal-store';

/** The part of a request that was written down without a network, as far as its booking needs it. */
export interface WrittenFor {
  id: string;
  /** The player's name; empty if it was not given. */
  name: string;
  /** What else was written down; empty if nothing was. */
  note: string;
}

/** The player of the next booking, who was chosen before its court and hour. */
export interface BookingFor {
  /** The first text in the field of the booking: a number, the name of a player, or other text that finds them. */
  text: string;
  /** The name of the known player, if `text` may be something else that finds them. */
  name?: string;
  /** The id of the known player; null if none was chosen, as for a new number or a request written down. */
  player: string | null;
  /** The request written down without a network that is booked now; absent for any other booking. */
  written?: WrittenFor;
}

const store = createPersonalStore<BookingFor | null>(null);

export function useBookingFor(): BookingFor | null {
  return useStore(store);
}

export function setBookingFor(who: BookingFor | null): void {
  store.set(who);
}

/** The player of the next booking; null if unknown. */
export function readBookingFor(): BookingFor | null {
  return store.get();
}
