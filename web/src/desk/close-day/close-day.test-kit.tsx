import { SAMPLE_DAY, sampleInstant, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import type { DayEnd, DayGame } from './day-end';
import { DayEndPage } from './DayEndPage';

export const DAY_END = 'GET /api/desk/venues/{venue}/days/{day}';
export const CLOSE = 'POST /api/desk/venues/{venue}/days/{day}/close';
export const MARK = 'PUT /api/desk/bookings/{order}/attendance';
export const MATCH = 'POST /api/desk/payments/{payment}/match';
export const CORRECT = 'PUT /api/desk/bookings/{order}/outcome';

/** Rohan's game at 7 PM on Court 3, whose attendance is not marked. */
export function sampleGame(changes: Partial<DayGame> = {}): DayGame {
  return {
    order: '4820193756',
    version: 2,
    name: 'Rohan Mehta',
    phone_tail: '1736',
    court: 'Court 3',
    minute: 1140,
    outcome: 'open',
    attendance: null,
    due_paise: 0,
    ...changes,
  };
}

export const NOTHING_OPEN: DayEnd['open'] = { unmarked: [], due: [], to_match: [], shift: null };

/** A day that was over at 10:55 PM, with nothing open. */
export function sampleDayEnd(changes: Partial<DayEnd> = {}): DayEnd {
  return {
    day: SAMPLE_DAY,
    over_at: sampleInstant(1375),
    closes_itself_at: sampleInstant(1620),
    may_leave_open: false,
    open: NOTHING_OPEN,
    closed: null,
    figures: null,
    games: [],
    ...changes,
  };
}

export const FIGURES: NonNullable<DayEnd['figures']> = {
  sold_minutes: 5_520,
  open_minutes: 11_220,
  games: 92,
  no_shows: 2,
  unmarked: 0,
  ways: [
    { way: 'cash', taken_paise: 2_145_000, returned_paise: 80_000 },
    { way: 'upi', taken_paise: 3_820_000, returned_paise: 0 },
  ],
  difference_paise: -5_000,
  unpaid_paise: 200_000,
  to_match: 2,
};

export const clerk = {
  ...sampleMe,
  staff: { ...sampleMe.staff, role: 'desk' as const },
  permissions: { 'board.read': 'yes', 'payment.take': 'yes', 'attendance.mark': 'yes', 'day.close': 'yes' },
};

export const manager = { ...sampleMe, permissions: { ...clerk.permissions, 'booking.correct': 'yes' } };

/** Opens the end of a day as a clerk; `replies` replaces single replies of the server. */
export function openDayEnd(replies: DeskReplies = {}, day = SAMPLE_DAY) {
  const log = serveDesk({ 'GET /api/desk/me': () => clerk, [DAY_END]: () => sampleDayEnd(), ...replies });
  const view = renderScreen({ path: '/v/$venue/day/$day', component: withMe(DayEndPage), at: `/v/1/day/${day}` });
  return { ...view, calls: (call: string) => log.filter((request) => request.call === call) };
}
