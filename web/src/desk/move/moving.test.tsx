import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import {
  problem,
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleInstant,
  sampleMe,
  type DeskReplies,
} from '@/testing/desk-server';
import { onPhone } from '@/testing/on-phone';
import { toasts } from '@/testing/toasts';
import { BOARD, open, prepareEach } from '@/desk/board/new-booking.test-kit';
import { BOOKING, button, ME, ORDER } from '@/desk/board/open-booking.test-kit';

prepareEach();

const MOVE = 'POST /api/desk/bookings/{order}/moves';
const UNDO_MOVE = 'POST /api/desk/bookings/{order}/moves/undo';
const NEXT = 'GET /api/desk/bookings/{order}/extension';
const EXTEND = 'POST /api/desk/bookings/{order}/extensions';
const UNDO = 'POST /api/desk/venues/{venue}/bookings/undo';

const booking = sampleBooking({ discount_paise: 0, coupon: null, due_paise: 100_000 });
const undo_until = sampleInstant(1105);
const moved = { booking: { ...booking, version: 8 }, refund_paise: 0, undo_until };
/** The answer to the extension by the hour from 8 PM. */
const added = {
  order: '4820193799',
  version: 1,
  group: 5,
  court: 23,
  day: '2026-11-22',
  minute: 1200,
  price_paise: 100_000,
  undo_until,
};
const permissions = { 'board.read': 'yes', 'booking.move': 'yes', 'booking.extend': 'yes' };
const board = () =>
  sampleBoard({ bookings: [sampleBoardBooking({ discount_paise: 0, paid_paise: 0, due_paise: 100_000 })] });

/** Opens the booking at a server that answers the next request for the board only after `goOn`, once `slowDown` is called. */
function openSlowly(replies: DeskReplies) {
  const answered = deferred<void>();
  let isSlow = false;
  const view = open(
    {
      [ME]: () => ({ ...sampleMe, permissions }),
      [BOARD]: async () => {
        if (isSlow) await answered.promise;
        return board();
      },
      [BOOKING]: () => booking,
      [MOVE]: () => moved,
      [NEXT]: () => ({ version: 7, court: 23, day: '2026-11-22', minute: 1200, total_paise: 100_000 }),
      ...replies,
    },
    `?open=${ORDER}`,
  );
  const slowDown = () => {
    isSlow = true;
  };
  return { ...view, slowDown, goOn: () => answered.resolve() };
}

/** Presses the button of the newest toast that has one. */
function undo() {
  const last = toasts().findLast(({ action }) => action !== undefined);
  act(() => last?.action?.run());
}

async function moveToCourt1(user: ReturnType<typeof openSlowly>['user']) {
  await user.click(await button(/^Move/));
  await user.click(await screen.findByRole('gridcell', { name: /^Court 1, 8 to 9 PM, free/ }));
}

test('a tap on a court instead of one that is gone is not dropped while the board is being read', async () => {
  const free = { courts: [{ court: 22, name: 'Court 2', price_paise: 100_000 }], hours: [] };
  let isGone = true;
  const { user, calls, slowDown, goOn } = openSlowly({
    [MOVE]: () => {
      if (!isGone) return moved;
      isGone = false;
      slowDown();
      return [409, problem('slot_taken', { alternatives: free })];
    },
  });
  await moveToCourt1(user);
  await user.click(await button('Court 2, ₹1,000'));
  goOn();
  await waitFor(() => expect(calls(MOVE)[1]?.body).toMatchObject({ court: 22, minute: 1200 }));
});

test('the second undo of a move after a lost answer is not dropped while the board is being read', async () => {
  let isLost = true;
  const { user, calls, slowDown, goOn } = openSlowly({
    [UNDO_MOVE]: () => {
      slowDown();
      return isLost ? [503, problem('unknown_outcome')] : { ...booking, version: 9 };
    },
  });
  await moveToCourt1(user);
  await screen.findByText(/Rohan Mehta is moved to Court 1, 8 PM\./);
  undo();
  await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
  isLost = false;
  undo();
  goOn();
  await screen.findByText(/Rohan Mehta is back\./);
  expect(new Set(calls(UNDO_MOVE).map(({ key }) => key)).size, 'the same key').toBe(1);
}, 20_000);

test('the second undo of an added hour after a lost answer is not dropped while the board is being read', async () => {
  let isLost = true;
  const { user, calls, slowDown, goOn } = openSlowly({
    [EXTEND]: () => [201, added],
    [UNDO]: () => {
      slowDown();
      return isLost ? [503, problem('unknown_outcome')] : [204, null];
    },
  });
  await user.click(await button(/^Add an hour/));
  await user.click(await button('Add 8 PM, ₹1,000'));
  await screen.findByText(/8 PM is added for Rohan Mehta\./);
  undo();
  await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
  isLost = false;
  undo();
  goOn();
  await screen.findByText(/The hour added for Rohan Mehta is undone\./);
  expect(new Set(calls(UNDO).map(({ key }) => key)).size, 'the same key').toBe(1);
}, 20_000);

test('a refusal to undo an added hour does not speak of a move', async () => {
  const { user } = openSlowly({
    [EXTEND]: () => [201, added],
    [UNDO]: () => [409, problem('undo_over')],
  });
  await user.click(await button(/^Add an hour/));
  await user.click(await button('Add 8 PM, ₹1,000'));
  await screen.findByText(/8 PM is added for Rohan Mehta\./);
  undo();
  await waitFor(() => expect(toasts().at(-1)?.title).toBe('The change was not undone'));
  expect(toasts().at(-1)?.text).toBe('It is too late to undo this, or the booking was changed.');
});

test('after a lost answer nothing says that the booking was not moved', async () => {
  const { user } = openSlowly({ [MOVE]: () => [503, problem('unknown_outcome')] });
  await moveToCourt1(user);
  await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
  expect(screen.queryByText(/The booking was not moved/)).toBeNull();
}, 15_000);

test('on a phone a move of players who are here says that only their hour counts, and not that the day is full', async () => {
  onPhone();
  const here = { attendance: 'arrived', attendance_at: sampleInstant(1101) } as const;
  const others = [21, 22].map((court) => sampleBoardBooking({ order: String(court), court }));
  const { user } = openSlowly({
    [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking(here), ...others] }),
    [BOOKING]: () => sampleBooking(here),
  });
  await user.click(await button(/^Move/));
  expect(await screen.findByText('The players are here: only a court of the same hour')).toBeTruthy();
  expect(screen.queryByText('No court is free on this day.')).toBeNull();
});
