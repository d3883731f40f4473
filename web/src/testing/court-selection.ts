import { screen } from '@testing-library/react';
import type { components } from '@/api/schema';
import { CourtSelectionPage } from '@/features/booking/CourtSelectionPage';
import { courtSearch } from '@/lib/search';
import { renderScreen } from './render-screen';
import { sampleOrder, sampleSlotVenue } from './samples';
import { type Replies, serve, success } from './stand-in-server';

/** The query of the court step: venue, day and hour. */
export const PLACE = 'venue=1&sport=1&device_id=aB3dE5fG7h&date=2026-11-22&time=7%3A00+PM';
/** The number of the order that holds a court. */
export const ORDER = '4820193756';

/** A court of the venue, as `getcourt` answers. */
export function court(
  number: number,
  available: 'yes' | 'no',
  type: components['schemas']['CourtType'] = 'OUTDOOR',
): components['schemas']['Court'] {
  return {
    court_id: 100 + number,
    court_name: `Court ${number}`,
    court_type: type,
    available,
    price: type === 'INDOOR' ? 900 : 800,
    number,
  };
}

/** The courts of the hour. */
export const courts = [
  court(1, 'yes'),
  court(2, 'no'),
  court(3, 'yes'),
  court(7, 'yes', 'INDOOR'),
  court(8, 'no', 'INDOOR'),
];

/** The hours of the venue, none of which is on offer. */
export const slots: components['schemas']['GetTimeslotsAnswer'] = {
  ...success(),
  date: [],
  venue: sampleSlotVenue,
  server_time: '2026-11-21T04:30:00Z',
};

/** What the server offers in place of a court that is taken. */
export const alternatives: components['schemas']['Alternatives'] = {
  courts: [{ court_id: 101, court_name: 'Court 1', court_type: 'OUTDOOR', price: 800 }],
  hours: [
    { date: '2026-11-22', time: '6:00 PM', price: 800, free: 5 },
    { date: '2026-11-23', time: '7:00 PM', price: 800, free: 9 },
  ],
};

/** The answer to a hold of court 3. */
export const held: components['schemas']['AddTimesAnswer'] = {
  ...success(),
  orderid: ORDER,
  date: '2026-11-22',
  time: '7:00 PM',
  infodate: 'Sun, 22 Nov 2026 | 7:00 PM',
  court: 'Court 3',
  court_type: 'OUTDOOR',
  location: 'Akota',
  long_location: '12 River Road, Akota',
  venue: 'Riverside Arena',
  total_amount: 800,
  players: 4,
  name: 'Asha Patel',
  play_minutes: 55,
  starts_at: '2026-11-22T13:30:00Z',
  cancel_before: '2026-11-22T07:30:00Z',
  timezone: 'Asia/Kolkata',
  bank_charge: 30,
  may_pay_online: false,
  expires_at: '2026-11-21T04:40:00Z',
  server_time: '2026-11-21T04:30:00Z',
};

/** The order of {@link held}, as it is looked up. */
export const info: typeof sampleOrder = {
  ...sampleOrder,
  status: 'held',
  payment_status: 'unpaid',
  expires_at: held.expires_at,
  can_cancel: false,
};

/**
 * Opens the court step; `address` follows {@link PLACE} in its query, `replies` replaces single replies of the server,
 * and any other screen waits for `leaving`.
 */
export function open(address: string, replies: Replies = {}, leaving?: Promise<void>) {
  const log = serve({
    'GET /api/getcourt': () => ({ ...success(), courts }),
    'GET /api/gettimeslots': () => slots,
    'POST /api/user/add_times': () => held,
    'GET /api/user/get_order_info': () => info,
    'GET /api/user/own_courts': () => ({
      ...success(),
      hold: null,
      bookings: [],
      server_time: info.server_time,
    }),
    'POST /api/user/cancel_current_order': () => success(),
    'POST /api/user/confirmCashPayment': () => ({ ...success(), orderid: ORDER, total_amount: 800 }),
    ...replies,
  });
  const view = renderScreen({
    path: '/court-selection',
    component: CourtSelectionPage,
    search: courtSearch,
    at: `/court-selection?${PLACE}${address}`,
    leaving,
  });
  return { ...view, calls: (name: string) => log.filter((request) => request.call.endsWith(name)) };
}

/** Taps Continue. Phones and larger screens have a button each; the stylesheet shows one of them. */
export async function tapContinue(user: ReturnType<typeof open>['user'], taps: 'click' | 'dblClick' = 'click') {
  await screen.findByRole('group', { name: /^Outdoor courts/ });
  const [button] = screen.getAllByRole('button', { name: /^Continue/ });
  await user[taps](button!);
}
