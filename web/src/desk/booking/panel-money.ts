import type { ReactNode } from 'react';
import type { Booking } from '@/desk/api/bookings';

/** What the panel of a booking shows of taking money; the desk's folder `pay` makes it. */
export interface PanelMoney {
  /** Whether this version of a booking came from money that was moved here, so that no notice is shown. */
  isKnown: (booking: Booking) => boolean;
  /** What takes the money that is due, or gives back what is owed; null if there is neither. Its action comes first. */
  part: (booking: Booking) => ReactNode;
  /** What can be done with a payment of the booking. */
  payment: (booking: Booking, payment: Booking['payments'][number]) => ReactNode;
}
