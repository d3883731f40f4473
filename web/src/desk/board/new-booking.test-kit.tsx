import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { pause } from '@/lib/pause';
import { SAMPLE_DAY, sampleBooking, sampleInstant, sampleMe, type DeskReplies } from '@/testing/desk-server';
import { forgetToasts } from '@/testing/toasts';
import { openBoard } from './board.test-kit';
import type { FoundPlayer } from '@/desk/api/players';

export { BOARD } from './board.test-kit';
export const HOLD = 'POST /api/desk/venues/{venue}/holds';
export const RELEASE = 'DELETE /api/desk/venues/{venue}/holds/{hold}';
export const FIND = 'GET /api/desk/find';
export const BOOK = 'POST /api/desk/venues/{venue}/bookings';
export const UNDO = 'POST /api/desk/venues/{venue}/bookings/undo';
export const SERIES = 'GET /api/desk/venues/{venue}/series';
const BOOKING = 'GET /api/desk/bookings/{order}';

export const rohan: FoundPlayer = {
  id: '9',
  name: 'Rohan Mehta',
  phone_tail: '1736',
  last_game: sampleInstant(-10_000),
  trust: 'known',
  strikes: 0,
  block: null,
};
export const rohini: FoundPlayer = {
  ...rohan,
  id: '10',
  name: 'Rohini Shah',
  phone_tail: '9901',
  last_game: null,
  trust: 'new',
};
const clerk = { ...sampleMe, permissions: { 'board.read': 'yes', 'booking.make': 'yes', 'attendance.mark': 'yes' } };

/** The answer to a request to hold a slot until a minute of the day. */
export function holdAnswer(
  { court, minute }: Record<string, unknown>,
  price_paise = 100_000,
  until = 1106,
  is_new = true,
) {
  const hour = { court: Number(court), minute: Number(minute) };
  return {
    ...hour,
    id: `77${hour.court}${hour.minute}`,
    minutes: 60,
    until: sampleInstant(until),
    price_paise,
    is_new,
  };
}

/** The answer to a booking. */
export function bookedAnswer(body: Record<string, unknown> | null, name = 'Rohan Mehta') {
  const slots = body?.['slots'] as { court: number; minute: number }[];
  const later = (body?.['later_weeks'] ?? []) as { day: string; court: number; minute: number }[];
  const first = slots.map(({ court, minute }) => {
    return { day: SAMPLE_DAY, court, minute, order: `48${court}${minute}`, price_paise: 100_000, version: 0 };
  });
  const bookings = [
    ...first,
    ...later.map(({ day, court, minute }, week) => {
      return { day, court, minute, order: `49${week}`, price_paise: 100_000, version: 0 };
    }),
  ];
  const player = { id: '9', name, phone: '98250 41736', is_new: false };
  return [201, { bookings, player, undo_until: sampleInstant(1105), payment: null }] as const;
}

/** Prepares each test of a file: 6:24 PM, empty storage, no toasts. */
export function prepareEach(): void {
  beforeEach(() => {
    vi.setSystemTime(sampleInstant(1104));
    localStorage.clear();
    sessionStorage.clear();
    forgetToasts();
  });
  afterEach(async () => {
    // The screen of the last test releases its holds when it is removed.
    cleanup();
    await pause(0);
    vi.unstubAllGlobals();
  });
}

/** Opens the board at an address; `replies` replaces single replies of the server. */
export function open(replies: DeskReplies = {}, search = '') {
  const first: DeskReplies = {
    'GET /api/desk/me': () => clerk,
    [HOLD]: ({ body }) => [201, holdAnswer(body ?? {})],
    [RELEASE]: () => [204, null],
    [FIND]: ({ query }) => ({
      bookings: [],
      more_players: false,
      players: [rohan, rohini].filter(({ name, phone_tail }) => {
        const q = (query.get('q') ?? '').toLowerCase();
        return name.toLowerCase().startsWith(q) || `98250 4${phone_tail}`.replaceAll(' ', '').endsWith(q);
      }),
    }),
    [BOOK]: ({ body }) => bookedAnswer(body),
    [UNDO]: () => [204, null],
    [BOOKING]: ({ params }) => sampleBooking({ order: params['order'] }),
    ...replies,
  };
  return openBoard(first, search);
}

export const freeSlot = (court: number, hours = '7 to 8 PM') =>
  screen.findByRole('button', { name: new RegExp(`^Court ${court}, ${hours}, free`) });
export const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Phone or name' });
export const submit = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
export const panel = () => screen.findByRole('complementary', { name: 'New booking' });
