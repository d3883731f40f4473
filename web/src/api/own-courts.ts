import { queryOptions } from '@tanstack/react-query';
import { localEnd } from '@/lib/server-clock';
import { answer, api } from './client';
import { granted } from './granted';

/** A court and an hour of the player's own. */
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
  /** Money for it is on its way; nobody knows yet how that ends. */
  paying: boolean;
  mayPayOnline: boolean;
}

/** A game ahead. */
export interface BookedCourt extends OwnCourt {
  payment_status: string;
}

/** What the player holds and has booked ahead. */
export interface OwnCourts {
  hold: HeldCourt | null;
  bookings: readonly BookedCourt[];
  /** When it was asked for, in milliseconds: it tells of everything that was so before. */
  askedAt: number;
}

/** First part of the key; whoever changes a hold or a booking makes it old. */
export const OWN_COURTS = 'own-courts';

/** The player's own courts: public availability cannot tell them from those of others. */
export const ownCourtsQuery = queryOptions({
  queryKey: [OWN_COURTS],
  queryFn: async ({ signal }): Promise<OwnCourts> => {
    const askedAt = Date.now();
    const { hold, bookings, server_time } = granted(await answer(api.GET('/api/user/own_courts', { signal })));
    return {
      hold: hold
        ? {
            ...hold,
            endsAt: localEnd(hold.expires_at, server_time),
            paying: hold.payment_under_way,
            mayPayOnline: hold.may_pay_online,
          }
        : null,
      bookings,
      askedAt,
    };
  },
  staleTime: 10_000,
  refetchOnWindowFocus: 'always',
});

/** How a court at an hour is the player's own. */
export type Ownership = { is: 'held'; court: HeldCourt } | { is: 'booked'; court: BookedCourt };

/** Whether the player has this court at this hour, and how. */
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
  if (own.hold !== null && here(own.hold)) return { is: 'held', court: own.hold };
  const booked = own.bookings.find(here);
  return booked === undefined ? undefined : { is: 'booked', court: booked };
}
