import type { ComponentType } from 'react';
import type { BookRequest } from '@/desk/api/bookings';
import { dayIn, minutesIn } from '@/lib/dates';
import type { Slot } from '@/desk/lib/slots';

/** What is done at once with a new booking of a player who is at the desk. */
export interface PayNow {
  /** How the booking is paid; null if it is paid later. */
  tender: NonNullable<BookRequest['pay']>['tender'] | null;
  /** Whether the players are here. */
  arrive: boolean;
}

/** Paid later, by players who are not here. */
export const PAID_LATER: PayNow = { tender: null, arrive: false };

/** The field that chooses how a booking is paid as it is made. */
export type PayNowField = ComponentType<{
  value: PayNow;
  /** Whether the players can be here: all of the booking's hours have begun. */
  canArrive: boolean;
  onChange: (value: PayNow) => void;
}>;

/** Counts the float of a drawer; `onOpen` then continues the action that needed the shift. */
export type FloatForm = ComponentType<{ venue: number; onOpen: () => void; onClose: () => void }>;

/** Whether all of these slots have begun at `now`. */
export function haveBegun(slots: readonly Slot[], day: string, zone: string, now: Date): boolean {
  const minutes = minutesIn(zone, now);
  return slots.length > 0 && dayIn(zone, now) === day && slots.every(({ minute }) => minute <= minutes);
}
