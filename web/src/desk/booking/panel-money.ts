import type { ReactNode } from 'react';
import type { Booking } from '@/desk/api/bookings';

/** The parts about money in the panel of a booking; the desk's folder `pay` makes them. */
export interface PanelMoney {
  /** Whether a change of money in this panel made this version of a booking, or may have made it. */
  isKnown: (booking: Booking) => boolean;
  /** The part that takes the money due or gives back a refund; null if there is neither. */
  part: (booking: Booking) => ReactNode;
  /** The actions for a payment of the booking. */
  payment: (booking: Booking, payment: Booking['payments'][number]) => ReactNode;
}
