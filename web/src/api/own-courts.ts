import { queryOptions } from '@tanstack/react-query';
import { localEnd } from '@/lib/server-clock';
import { answer, api } from './client';
import { unwrapReply } from './unwrap-reply';

/** A court and an hour that the player holds or has booked. */
export interface OwnCourt {
  orderid: string;
  venue_id: number;
  venue: string;
  sport_id: number;
  court_id: number;
  court: string;
  court_type: string;
  date: string;
  time: string;
  /** Rupees. */
  total_amount: number;
}

/** The court that the player holds. */
export interface HeldCourt extends OwnCourt {
  /** End of the hold on this device's clock, in milliseconds. */
  endsAt: number;
  /** A payment for it is under way; its outcome is unknown. */
  isBeingPaid: boolean;
  mayPayOnline: boolean;
}

/** A booked game that has not started. */
export interface BookedCourt extends OwnCourt {
  payment_status: string;
  /** Rupees still to be paid. */
  due_amount: number;
}

/** The player's hold and upcoming bookings. */
export interface OwnCourts {
  hold: HeldCourt | null;
  bookings: readonly BookedCourt[];
  /** When the request was sent, in milliseconds: earlier changes are included in the reply. */
  requestedAt: number;
}

/** First part of the query key; code that changes a hold or a booking invalidates it. */
export const OWN_COURTS = 'own-courts';

/** The player's own courts: public availability does not distinguish them from those of other players. */
export const ownCourtsQuery = queryOptions({
  queryKey: [OWN_COURTS],
  queryFn: async ({ signal }): Promise<OwnCourts> => {
    const requestedAt = Date.now();
    const { hold, bookings, server_time } = unwrapReply(await answer(api.GET('/api/user/own_courts', { signal })));
    return {
      hold: hold
        ? {
            ...hold,
            endsAt: localEnd(hold.expires_at, server_time),
            isBeingPaid: hold.payment_under_way,
            mayPayOnline: hold.may_pay_online,
          }
        : null,
      bookings,
      requestedAt,
    };
  },
  staleTime: 10_000,
  refetchOnWindowFocus: 'always',
});

/** Whether the player holds or has booked a court at an hour. */
export type Ownership = { kind: 'held'; court: HeldCourt } | { kind: 'booked'; court: BookedCourt };

/** The player's hold or booking of this court at this hour; undefined if there is none. */
export function ownershipOf(
  own: OwnCourts | undefined,
  slot: { venue: number; date: string; time: string; court: number | undefined },
): Ownership | undefined {
  if (own === undefined || slot.court === undefined) return undefined;
  const here = (court: OwnCourt) =>
    court.venue_id === slot.venue &&
    court.court_id === slot.court &&
    court.date === slot.date &&
    court.time === slot.time;
  if (own.hold !== null && here(own.hold)) return { kind: 'held', court: own.hold };
  const booked = own.bookings.find(here);
  return booked === undefined ? undefined : { kind: 'booked', court: booked };
}
