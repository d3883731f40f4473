import type { ReactNode } from 'react';
import type { BoardBooking } from '@/desk/api/board';
import type { Booking } from '@/desk/api/bookings';

/** The parts for moving a booking and changing its length in its panel; the desk's folder `move` makes them. */
export interface PanelMove {
  /** The move or the further hour that waits for an answer; null if there is none. */
  part: (booking: Booking, onClosed: () => void) => ReactNode;
  /** The buttons that begin a move or change the length; null if there are none. */
  buttons: (booking: Booking, parts: readonly BoardBooking[], now: number) => ReactNode;
  /** The order that is opened to be cancelled, because a booking is to be an hour shorter. */
  shortening: { order: string } | null;
}
