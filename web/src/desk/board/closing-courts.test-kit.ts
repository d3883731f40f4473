import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { sampleBoard, sampleInstant, sampleMe, type DeskReplies } from '@/testing/desk-server';
import { samplePreview, sampleWatch } from '@/desk/close-courts/closure.test-kit';
import { BOARD, openBoard } from './board.test-kit';

export const PREVIEW = 'POST /api/desk/venues/{venue}/closures/preview';
export const CLOSE = 'POST /api/desk/venues/{venue}/closures';
export const LIST = 'GET /api/desk/venues/{venue}/closures';
export const WATCH = 'GET /api/desk/closures/{closure}';
const CHOICES = 'GET /api/desk/offers/{order}/choices';
export const MOVE = 'POST /api/desk/offers/{order}/move';
export const REFUND = 'POST /api/desk/offers/{order}/refund';
export const CALLS = 'POST /api/desk/offers/{order}/calls';
export const REOPEN = 'POST /api/desk/closures/{closure}/reopen';

const permissions = {
  'board.read': 'yes',
  'closure.make': 'yes',
  'booking.move': 'yes',
  'booking.cancel': 'yes',
};
export const block = { id: '512', court: 21, minute: 1080, minutes: 180, reason: 'Rain' };
export const displaced = {
  order: '4820193756',
  court: 21,
  minute: 1140,
  minutes: 60,
  name: 'Rohan Mehta',
  offer: 'open' as const,
  called: false,
  goes_back: false,
  new: null,
};
export const choice = {
  venue: 1,
  venue_name: 'Riverside Arena',
  court: 23,
  court_number: 3,
  court_name: 'Court 3',
  court_type: 'INDOOR' as const,
  day: '2026-11-22',
  minute: 1140,
  free: 1,
  total_paise: 110_000,
  due_paise: 10_000,
  back_paise: 0,
};
export const answered = { closure: '512', new_order: null, back_paise: 0 };

/** Before each test of a file: sets the clock to 6:24 PM and empties the local storage. */
export function prepareEach(): void {
  beforeEach(() => {
    vi.setSystemTime(sampleInstant(1104));
    localStorage.clear();
  });
  afterEach(() => vi.unstubAllGlobals());
}

/** Opens the board of a member of staff who may close courts; `replies` replaces single replies of the server. */
export function open(replies: DeskReplies = {}, search = '') {
  const first: DeskReplies = {
    'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
    [BOARD]: () => sampleBoard({ blocks: [block], displaced: [displaced] }),
    [LIST]: () => ({ closures: [] }),
    [PREVIEW]: () => samplePreview(),
    [WATCH]: () => sampleWatch(),
    [CHOICES]: () => ({ same_hour: [choice], same_day: [], other_days: [] }),
    ...replies,
  };
  return openBoard(first, search);
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** Waits until the button is not busy, and returns it. */
export async function readyButton(name: string | RegExp) {
  const close = await button(name);
  await waitFor(() => expect(close.getAttribute('aria-busy')).toBeNull());
  return close;
}
