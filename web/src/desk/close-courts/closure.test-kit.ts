import type { ClosedBooking, ClosureDetails, ClosurePreview } from '@/desk/api/closures';
import { SAMPLE_DAY, sampleInstant } from '@/testing/desk-server';

type Game = NonNullable<ClosedBooking['game']>;

const place: Game['lost'] = {
  venue: 1,
  venue_name: 'Riverside Arena',
  court: 21,
  court_number: 1,
  court_name: 'Court 1',
  court_type: 'OUTDOOR',
  day: SAMPLE_DAY,
  minute: 1140,
  starts_at: sampleInstant(1140),
};

/** The offer of a game at 7 PM on court 1, paid ₹1,000, not answered. */
export function sampleGame(changes: Partial<Game> = {}): Game {
  return {
    orderid: '4820193756',
    lost: place,
    paid_paise: 100_000,
    back: [{ amount_paise: 100_000, at_desk: false }],
    due_paise: 0,
    state: 'open',
    open_until: sampleInstant(1104 + 1440),
    new: null,
    refunds: [],
    imported_back_paise: 0,
    ...changes,
  };
}

/** The booking of a moved game: court 3 at the same hour. */
export function newGame(due_paise = 0): NonNullable<Game['new']> {
  const there = { ...place, court: 23, court_number: 3, court_name: 'Court 3', court_type: 'INDOOR' as const };
  return { orderid: '4071553902', place: there, due_paise, is_cancelled: false };
}

/** A game that was moved to court 3 at the same hour. */
export function movedGame(due_paise = 0, refunds: Game['refunds'] = []): Game {
  return sampleGame({ state: 'moved', new: newGame(due_paise), refunds });
}

/** A booking that lost court 1 at 7 PM. */
export function sampleClosed(changes: Partial<ClosedBooking> = {}): ClosedBooking {
  return {
    order: '4820193756',
    court: 21,
    court_number: 1,
    minute: 1140,
    starts_at: sampleInstant(1140),
    told: true,
    player: '104233170526',
    name: 'Rohan Mehta',
    phone: '98250 41736',
    game: sampleGame(),
    paid_paise: 0,
    back_paise: 0,
    refunds: [],
    imported_back_paise: 0,
    link: '/r/cl_Zk3fWq0m',
    called_at: null,
    called_by: null,
    answered_by: null,
    ...changes,
  };
}

/** A closure for rain from 6:24 to 9 PM. */
export function sampleWatch(changes: Partial<ClosureDetails> = {}): ClosureDetails {
  return {
    id: '512',
    venue: 1,
    reason: 'Rain',
    by: 'Nisha Trivedi',
    closed_at: sampleInstant(1104),
    from: sampleInstant(1104),
    until: sampleInstant(1260),
    slots: 6,
    courts: 2,
    blocked_until: sampleInstant(1260),
    ended_bookings: 1,
    has_blocked_time: true,
    offers: 1,
    open_offers: 1,
    bookings: [sampleClosed()],
    now: sampleInstant(1104),
    ...changes,
  };
}

/** A preview with one booking of ₹1,000, paid online, on court 1 at 7 PM. */
export function samplePreview(changes: Partial<ClosurePreview> = {}): ClosurePreview {
  return {
    slots: 4,
    already: 0,
    holds: 0,
    played: 0,
    online_paise: 100_000,
    at_desk_paise: 0,
    told: 1,
    offer_channels: ['text', 'mail'],
    closed_channels: ['text', 'mail'],
    may_displace: true,
    offer_hours: 24,
    running_games: 'all',
    bookings: [
      {
        order: '4820193756',
        court: 21,
        minute: 1140,
        name: 'Rohan Mehta',
        has_number: true,
        online_paise: 100_000,
        at_desk_paise: 0,
        has_begun: false,
        is_offered: true,
        back_paise: 100_000,
      },
    ],
    version: '9f3a61c2d07b4e58',
    ...changes,
  };
}
