import type { components } from '@/api/schema';
import { success } from './stand-in-server';

type Schemas = components['schemas'];

/** A game of Sunday, 8 PM, whose court was closed; paid online. */
export const displacedGame: Schemas['OfferGame'] = {
  orderid: '4820193756',
  lost: {
    venue: 1,
    venue_name: 'Old Mill Pickleball',
    court: 2,
    court_number: 2,
    court_name: 'Court 2',
    court_type: 'OUTDOOR',
    day: '2026-11-22',
    minute: 1200,
    starts_at: '2026-11-22T14:30:00Z',
  },
  paid_paise: 100_000,
  due_paise: 0,
  back: [{ amount_paise: 100_000, at_desk: false }],
  state: 'open',
  open_until: '2026-11-22T14:00:00Z',
  new: null,
  refunds: [],
  imported_back_paise: 0,
};

/** The same after the player took Court 11. */
export const movedGame: Schemas['OfferGame'] = {
  ...displacedGame,
  state: 'moved',
  back: [],
  new: {
    orderid: '4071553902',
    place: { ...displacedGame.lost, court: 31, court_number: 11, court_name: 'Court 11', court_type: 'INDOOR' },
    due_paise: 10_000,
    is_cancelled: false,
  },
};

/** A free indoor court at the hour that was closed; it costs ₹100 more. */
export const freeCourt: Schemas['ClosureChoice'] = {
  venue: 1,
  venue_name: 'Old Mill Pickleball',
  court: 31,
  court_number: 11,
  court_name: 'Court 11',
  court_type: 'INDOOR',
  day: '2026-11-22',
  minute: 1200,
  free: 2,
  total_paise: 110_000,
  due_paise: 10_000,
  back_paise: 0,
};

/** Outdoor court 5 at the same price, at another hour or on another day. */
export function outdoorAt(day: string, minute: number): Schemas['ClosureChoice'] {
  return {
    ...freeCourt,
    court: 5,
    court_number: 5,
    court_name: 'Court 5',
    court_type: 'OUTDOOR',
    day,
    minute,
    free: 6,
    total_paise: 100_000,
    due_paise: 0,
  };
}

/** The answer of the link with these games. */
export function offersWith(...games: Schemas['OfferGame'][]): Schemas['OffersAnswer'] {
  return { ...success(), reason: 'Rain', cause: 'rain', games, server_time: '2026-11-22T12:54:00Z' };
}

/** What can be chosen: Court 11 at the same hour, 9 PM, 10 PM, Monday and Wednesday; Tuesday is full. */
export const listedChoices: Schemas['ChoicesAnswer'] = {
  ...success(),
  same_hour: [freeCourt],
  same_day: [outdoorAt('2026-11-22', 1260), outdoorAt('2026-11-22', 1320)],
  other_days: [
    { day: '2026-11-23', choice: { ...outdoorAt('2026-11-23', 1200), total_paise: 90_000, back_paise: 10_000 } },
    { day: '2026-11-24', choice: null },
    { day: '2026-11-25', choice: outdoorAt('2026-11-25', 1200) },
  ],
};
