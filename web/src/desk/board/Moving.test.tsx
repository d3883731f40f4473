import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pause } from '@/lib/pause';
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
import { goOffline } from '@/testing/network';
import { toastTexts, toasts } from '@/testing/toasts';
import { BOARD, field, freeSlot, HOLD, open, prepareEach, UNDO } from './new-booking.test-kit';
import { BOOKING, ME, ORDER, button } from './open-booking.test-kit';

prepareEach();

const MOVE = 'POST /api/desk/bookings/{order}/moves';
const UNDO_MOVE = 'POST /api/desk/bookings/{order}/moves/undo';
const NEXT = 'GET /api/desk/bookings/{order}/extension';
const EXTEND = 'POST /api/desk/bookings/{order}/extensions';

const bar = sampleBoardBooking({ discount_paise: 0, paid_paise: 0, due_paise: 100_000 });
const booking = sampleBooking({ discount_paise: 0, coupon: null, due_paise: 100_000 });
const undo_until = sampleInstant(1105);
const moved = { booking: { ...booking, version: 8 }, refund_paise: 0, undo_until };
const price = { version: 7, now_paise: 100_000, total_paise: 120_000, paid_too_much_paise: 0 };

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

/** Opens the board with Rohan's game on court 3 at 7 PM, for a person with these permissions. */
function openBoard(replies: DeskReplies = {}, permissions: Record<string, string> = {}, search = `?open=${ORDER}`) {
  const all = { 'board.read': 'yes', 'booking.move': 'yes', 'booking.extend': 'yes', 'booking.cancel': 'yes' };
  const me = { ...sampleMe, permissions: { ...all, ...permissions } };
  return open(
    {
      [ME]: () => me,
      [BOARD]: () => sampleBoard({ bookings: [bar] }),
      [BOOKING]: () => booking,
      [MOVE]: () => moved,
      [UNDO_MOVE]: () => ({ ...booking, version: 9 }),
      [NEXT]: () => ({ version: 7, court: 23, day: '2026-11-22', minute: 1200, total_paise: 100_000 }),
      [EXTEND]: () => [201, added],
      ...replies,
    },
    search,
  );
}

const cellOf = (name: RegExp) => screen.findByRole('gridcell', { name });
/** Presses the button of the newest toast. */
function runAction() {
  const action = toasts().at(-1)?.action;
  act(() => action?.run());
}
const ghost = () => document.querySelector('[data-ghost]')?.textContent;

test('a move that is done late is not shown to the next person, who could undo it', async () => {
  const answer = deferred<typeof moved>();
  const { user, calls, queryClient } = openBoard({ [MOVE]: () => answer.promise });
  (await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/)).querySelector('button')?.focus();
  await button(/^Move/);
  await user.keyboard('m');
  await screen.findByText('Moving Rohan Mehta from Court 3, 7 PM');
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
  // The screen ends with the session, and another person signs in.
  cleanup();
  queryClient.setQueryData(['me'], { ...sampleMe, staff: { ...sampleMe.staff, id: '13' } });
  answer.resolve(moved);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(toasts()).toEqual([]);
});

test('without the permissions, moving and extending are not offered', async () => {
  openBoard({}, { 'booking.move': 'no', 'booking.extend': 'no' });
  await button(/^Cancel booking/);
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Add an hour/ })).toBeNull();
});

test('M, an arrow and Enter move a booking, and its toast undoes that', async () => {
  const { user, calls } = openBoard();
  (await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/)).querySelector('button')?.focus();
  await button(/^Move/);
  await user.keyboard('m');
  await screen.findByText('Moving Rohan Mehta from Court 3, 7 PM');
  await user.keyboard('{ArrowRight}');
  expect(ghost()).toBe('8 PM · Court 3 · +₹0');
  expect(screen.getByText('Court 3, 8 PM, costs the same')).toBeTruthy();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
  const [call] = calls(MOVE);
  expect(call?.ifMatch).toBe('"7"');
  expect(call?.body).toEqual({
    court: 23,
    day: '2026-11-22',
    minute: 1200,
    total_paise: 100_000,
    choice: null,
    reason: null,
  });
  await waitFor(() => expect(toastTexts()).toEqual(['Rohan Mehta is moved to Court 3, 8 PM.']));
  runAction();
  await waitFor(() => expect(calls(UNDO_MOVE)[0]?.body).toEqual({ move_key: call?.key }));
  await waitFor(() => expect(toastTexts()).toContain('Rohan Mehta is back. No message was sent.'));
});

test('a read of the booking that began before its move does not take it back while the board is slow', async () => {
  const late = deferred<typeof booking>();
  const board = deferred<ReturnType<typeof sampleBoard>>();
  let isMoved = false;
  let isNextLate = false;
  const { user, calls, queryClient } = openBoard({
    [BOARD]: () => (isMoved ? board.promise : sampleBoard({ bookings: [bar] })),
    [BOOKING]: () => {
      if (!isNextLate) return isMoved ? moved.booking : booking;
      isNextLate = false;
      return late.promise;
    },
    [MOVE]: () => {
      isMoved = true;
      return moved;
    },
  });
  (await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/)).querySelector('button')?.focus();
  await button(/^Move/);
  await user.keyboard('m');
  await screen.findByText('Moving Rohan Mehta from Court 3, 7 PM');
  isNextLate = true;
  const read = queryClient.refetchQueries({ queryKey: ['booking', ORDER] });
  await waitFor(() => expect(isNextLate).toBe(false));
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
  await waitFor(() => expect(toastTexts()).toEqual(['Rohan Mehta is moved to Court 3, 8 PM.']));
  late.resolve(booking);
  await act(() => read);
  expect(queryClient.getQueryData(['booking', ORDER])).toMatchObject({ version: 8 });
  board.resolve(sampleBoard({ bookings: [bar] }));
});

test('M and E begin on the focused booking, also while no panel is open', async () => {
  const { user, calls } = openBoard({}, {}, '');
  const focus = async () => (await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/)).querySelector('button')?.focus();
  await focus();
  await user.keyboard('m{ArrowRight}{Enter}');
  await waitFor(() => expect(calls(MOVE)[0]?.body).toMatchObject({ court: 23, minute: 1200 }));
  await waitFor(() => expect(toastTexts()).toHaveLength(1));
  await focus();
  await user.keyboard('e');
  const add = await button('Add 8 PM, ₹1,000');
  await waitFor(() => expect(document.activeElement).toBe(add));
});

test('the second press of a double click does not add the hour before its price was read', async () => {
  const { user, calls } = openBoard();
  await user.click(await button(/^Add an hour/));
  const add = await button('Add 8 PM, ₹1,000');
  await waitFor(() => expect(add.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(add, { detail: 2 });
  await act(() => pause(0));
  expect(calls(EXTEND)).toEqual([]);
});

test('on a bar of several hours M begins with the first that is not over', async () => {
  const hours = [
    { ...bar, minute: 1080, group: '5' },
    { ...bar, order: '4820193799', minute: 1140, group: '5' },
  ];
  const now = sampleInstant(1150);
  vi.setSystemTime(now);
  const { user, calls } = openBoard({ [BOARD]: () => sampleBoard({ now, bookings: hours }) }, {}, '');
  (await cellOf(/^Court 3, 6 to 8 PM, Rohan Mehta/)).querySelector('button')?.focus();
  await user.keyboard('m');
  await screen.findByText('Moving Rohan Mehta from Court 3, 7 PM');
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(calls(MOVE)[0]?.body).toMatchObject({ court: 23, minute: 1200 }));
  expect(calls(MOVE)[0]?.params['order']).toBe('4820193799');
});

describe('without a network', () => {
  const REASON = 'Needs the network';

  test.each([
    ['e', ''],
    ['m', ''],
    ['e', `?open=${ORDER}`],
    ['m', `?open=${ORDER}`],
  ])('the key %s on a booking at %j says why it does nothing', async (key, search) => {
    const { user, calls } = openBoard({}, {}, search);
    const cell = await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/);
    if (search !== '') await button(/^Add an hour/);
    goOffline();
    cell.querySelector('button')?.focus();
    await user.keyboard(key);
    await waitFor(() => expect(toastTexts()).toEqual([REASON]));
    expect(screen.queryByRole('button', { name: /^Add 8 PM/ })).toBeNull();
    expect(calls(EXTEND)).toEqual([]);
    expect(screen.queryByText(/^Moving Rohan Mehta/)).toBeNull();
  });
});

test('Escape ends a move, and the panel stays open', async () => {
  const { user, calls } = openBoard();
  await user.click(await button(/^Move/));
  await user.keyboard('{ArrowRight}{Escape}');
  expect(screen.queryByText(/^Moving Rohan Mehta/)).toBeNull();
  await button(/^Move/);
  expect(calls(MOVE)).toEqual([]);
});

test('a tap on a free hour moves the booking, and a tap on another says why it cannot', async () => {
  const other = sampleBoardBooking({ order: '77', court: 22, minute: 1200, name: 'Asha Rao' });
  const { user, calls } = openBoard({ [BOARD]: () => sampleBoard({ bookings: [bar, other] }) });
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 2, 8 to 9 PM, Asha Rao/));
  await waitFor(() => expect(toastTexts()).toEqual(['Taken']));
  await user.click(await cellOf(/^Court 1, 5 to 6 PM/));
  await waitFor(() => expect(toastTexts()).toContain('This hour is over'));
  expect(calls(MOVE)).toEqual([]);
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  await waitFor(() => expect(calls(MOVE)[0]?.body).toMatchObject({ court: 21, minute: 1200 }));
});

test('a move to a dearer hour asks once what is charged, and the usual answer has the focus', async () => {
  const { user, calls } = openBoard({
    [MOVE]: ({ body }) =>
      body?.['choice'] === null
        ? [409, problem('price_changed', { current: { ...price, choices: ['charge', 'keep_price'] } })]
        : moved,
  });
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  await screen.findByText(/It costs ₹1,200 there, ₹200 more\./);
  expect(screen.getByText('A manager can keep the earlier price.')).toBeTruthy();
  const usual = await screen.findByRole('button', {
    name: 'Move, ₹200 more due',
    description: /^It costs ₹1,200 there, ₹200 more\./,
  });
  expect(document.activeElement).toBe(usual);
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(calls(MOVE)[1]?.body).toMatchObject({ total_paise: 120_000, choice: 'charge', reason: null }),
  );
  await waitFor(() => expect(toastTexts()).toEqual(['Rohan Mehta is moved to Court 1, 8 PM.']));
});

test('the second press of a double click on a place does not say what becomes of the price', async () => {
  const current = { ...price, choices: ['charge', 'keep_price'] };
  const { user, calls } = openBoard({ [MOVE]: () => [409, problem('price_changed', { current })] });
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  const usual = await button('Move, ₹200 more due');
  await waitFor(() => expect(usual.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(usual, { detail: 2 });
  await act(() => pause(0));
  expect(calls(MOVE)).toHaveLength(1);
});

test('a manager keeps the earlier price with a reason', async () => {
  const { user, calls } = openBoard(
    {
      [MOVE]: ({ body }) =>
        body?.['choice'] === null
          ? [409, problem('price_changed', { current: { ...price, choices: ['charge', 'keep_price'] } })]
          : moved,
    },
    { 'booking.waive': 'yes' },
  );
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  const keep = await button('Move and keep ₹1,000');
  await user.click(keep);
  await screen.findByText('Say why the earlier price is kept');
  expect(calls(MOVE)).toHaveLength(1);
  await user.type(screen.getByLabelText('Reason'), 'Wet court');
  await user.click(keep);
  await waitFor(() => expect(calls(MOVE)[1]?.body).toMatchObject({ choice: 'keep_price', reason: 'Wet court' }));
});

test('Enter in the reason keeps the price, also if the move is cheaper and a refund comes first', async () => {
  const cheaper = { version: 7, now_paise: 100_000, total_paise: 80_000, paid_too_much_paise: 20_000 };
  const { user, calls } = openBoard({
    [MOVE]: ({ body }) =>
      body?.['choice'] === null
        ? [409, problem('price_changed', { current: { ...cheaper, choices: ['refund', 'keep_price'] } })]
        : moved,
  });
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  expect(document.activeElement).toBe(await button('Move and give ₹200 back'));
  await user.type(screen.getByLabelText('Reason'), 'Their wish{Enter}');
  await waitFor(() => expect(calls(MOVE)[1]?.body).toMatchObject({ choice: 'keep_price', reason: 'Their wish' }));
  expect(calls(MOVE)).toHaveLength(2);
});

/** A manager moves the game to a dearer hour, and is asked what is charged. Also returns the field of the reason. */
async function moveToDearerHour() {
  const current = { ...price, choices: ['charge', 'keep_price'] };
  const opened = openBoard({ [MOVE]: () => [409, problem('price_changed', { current })] }, { 'booking.waive': 'yes' });
  await opened.user.click(await button(/^Move/));
  await opened.user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  return { ...opened, reason: await screen.findByLabelText('Reason') };
}

test('Enter in an empty reason charges nothing and asks why the price is kept', async () => {
  const { user, calls, reason } = await moveToDearerHour();
  await user.type(reason, '{Enter}');
  await screen.findByText('Say why the earlier price is kept');
  expect(calls(MOVE)).toHaveLength(1);
});

test('Escape in the reason closes the question', async () => {
  const { user, calls, reason } = await moveToDearerHour();
  await user.type(reason, 'Wet{Escape}');
  expect(screen.queryByLabelText('Reason')).toBeNull();
  expect(calls(MOVE)).toHaveLength(1);
});

test('a manager approves that a clerk keeps the earlier price', async () => {
  const { user, calls } = openBoard(
    {
      [MOVE]: ({ body }) => {
        if (body?.['choice'] === null) {
          return [409, problem('price_changed', { current: { ...price, choices: ['charge', 'keep_price'] } })];
        }
        return body?.['approval'] === undefined ? [403, problem('approval_needed')] : moved;
      },
      'GET /api/desk/venues/{venue}/approvers': () => ({
        pin_limit_paise: 200_000,
        people: [{ id: '21', name: 'Devang Shah', role: 'owner', has_pin: true, has_app: true, has_passkey: false }],
      }),
    },
    { 'booking.waive': 'ask' },
  );
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  await user.type(await screen.findByLabelText('Reason'), 'Wet court');
  await user.click(await button('Move and keep ₹1,000'));
  await screen.findByText('Keep ₹1,000 instead of ₹1,200. A manager or an owner approves.');
  await user.click(await screen.findByRole('radio', { name: 'Devang Shah' }));
  await user.type(await screen.findByLabelText('PIN of Devang Shah'), '503816{Enter}');
  await waitFor(() =>
    expect(calls(MOVE)[2]?.body).toMatchObject({
      choice: 'keep_price',
      reason: 'Wet court',
      approval: { staff: '21', pin: '503816' },
    }),
  );
  await waitFor(() => expect(toastTexts()).toEqual(['Rohan Mehta is moved to Court 1, 8 PM.']));
});

test('money that the desk took above the new price goes back, and such a move has no undo', async () => {
  const cheaper = { version: 7, now_paise: 100_000, total_paise: 80_000, paid_too_much_paise: 20_000 };
  const { user } = openBoard({
    [MOVE]: ({ body }) =>
      body?.['choice'] === null
        ? [409, problem('price_changed', { current: { ...cheaper, choices: ['refund', 'keep_price'] } })]
        : { ...moved, refund_paise: 20_000, undo_until: null },
  });
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  await user.click(await button('Move and give ₹200 back'));
  await waitFor(() => expect(toastTexts()).toEqual(['Rohan Mehta is moved to Court 1, 8 PM. ₹200 goes back.']));
  expect(toasts()[0]?.action).toBeUndefined();
});

test('a court that was just taken is named, with what is free instead', async () => {
  let isGone = true;
  const free = { courts: [{ court: 22, name: 'Court 2', price_paise: 100_000 }], hours: [] };
  const { user, calls } = openBoard({
    [MOVE]: () => (isGone ? [409, problem('slot_taken', { alternatives: free })] : moved),
  });
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  await screen.findByText('Court 1, 8 PM has just gone.');
  isGone = false;
  await user.click(await button('Court 2, ₹1,000'));
  await waitFor(() => expect(calls(MOVE)[1]?.body).toMatchObject({ court: 22, minute: 1200 }));
});

describe('the answer to a move', () => {
  const asha = sampleBoardBooking({ order: '77', court: 22, minute: 1200, name: 'Asha Rao' });
  const replies: DeskReplies = {
    [BOARD]: () => sampleBoard({ bookings: [bar, asha] }),
    [BOOKING]: ({ params }) => sampleBooking({ ...booking, order: params['order'] }),
  };
  const dearer = problem('price_changed', { current: { ...price, choices: ['charge'] } });
  const focusRohan = async () => (await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/)).querySelector('button')?.focus();

  test('asks about the price also if the panel of another booking is open', async () => {
    const { user } = openBoard({ ...replies, [MOVE]: () => [409, dearer] }, {}, '?open=77');
    await button(/^Move/);
    await focusRohan();
    await user.keyboard('m{ArrowRight}{Enter}');
    expect(await screen.findByText(/It costs ₹1,200 there, ₹200 more\./)).toBeTruthy();
  });

  test('does not take away the booking that was begun meanwhile', async () => {
    const answer = deferred<readonly [409, typeof dearer]>();
    const { user, calls } = openBoard({ ...replies, [MOVE]: () => answer.promise }, { 'booking.make': 'yes' }, '');
    await focusRohan();
    await user.keyboard('m{ArrowRight}{Enter}');
    await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
    await user.keyboard('{Escape}');
    await user.click(await freeSlot(1, '8 to 9 PM'));
    await user.type(await field(), 'Ro');
    answer.resolve([409, dearer]);
    await waitFor(() => expect(toasts().at(-1)?.title).toBe('The booking was not moved'));
    expect((await field()).value).toBe('Ro');
  });

  test('does not end the move of another booking', async () => {
    const answer = deferred<typeof moved>();
    const { user, calls } = openBoard({ ...replies, [MOVE]: () => answer.promise }, {}, '?open=77');
    await button(/^Move/);
    await focusRohan();
    await user.keyboard('m{ArrowRight}{Enter}');
    await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
    await user.keyboard('{Escape}');
    await user.click(await button(/^Move/));
    await screen.findByText('Moving Rohan Mehta from Court 3, 7 PM');
    answer.resolve(moved);
    await waitFor(() => expect(toastTexts()).toEqual(['Rohan Mehta is moved to Court 3, 8 PM.']));
    expect(screen.getByText('Moving Rohan Mehta from Court 3, 7 PM')).toBeTruthy();
  });

  test('is waited for before another booking is moved, which says so', async () => {
    const answer = deferred<typeof moved>();
    const { user, calls } = openBoard({ ...replies, [MOVE]: () => answer.promise }, {}, '?open=77');
    await button(/^Move/);
    await focusRohan();
    await user.keyboard('m{ArrowRight}{Enter}');
    await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
    await user.keyboard('{Enter}');
    expect(toastTexts()).toEqual([]);
    await user.keyboard('{Escape}');
    await user.click(await button(/^Move/));
    await screen.findByText('Moving Rohan Mehta from Court 3, 7 PM');
    await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
    await waitFor(() => expect(toastTexts()).toEqual(['A booking is being moved. Try again in a moment.']));
    expect(calls(MOVE)).toHaveLength(1);
    answer.resolve(moved);
    await waitFor(() => expect(toastTexts()).toContain('Rohan Mehta is moved to Court 3, 8 PM.'));
  });
});

test('E and Enter add the next hour, whose price is shown first', async () => {
  const { user, calls } = openBoard();
  (await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/)).querySelector('button')?.focus();
  await button(/^Add an hour/);
  await user.keyboard('e');
  const add = await button('Add 8 PM, ₹1,000');
  await waitFor(() => expect(document.activeElement).toBe(add));
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(calls(EXTEND)[0]?.body).toEqual({ day: '2026-11-22', minute: 1200, total_paise: 100_000 }),
  );
  expect(calls(EXTEND)[0]?.ifMatch).toBe('"7"');
  await waitFor(() => expect(toastTexts()).toEqual(['8 PM is added for Rohan Mehta.']));
  runAction();
  await waitFor(() => expect(calls(UNDO)[0]?.body).toEqual({ orders: [{ order: '4820193799', version: 1 }] }));
});

test('an hour that is added while the person writes a note leaves the focus in the note', async () => {
  const answered = deferred<void>();
  const extend = async () => {
    await answered.promise;
    return [201, added] as const;
  };
  const { user } = openBoard({ [EXTEND]: extend }, { 'player.note': 'yes' });
  await user.click(await button(/^Add an hour/));
  await user.click(await button('Add 8 PM, ₹1,000'));
  await user.click(await button(/^Note/));
  const note = screen.getByRole('textbox', { name: 'What should colleagues know?' });
  answered.resolve();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Add an hour' })).toBeNull());
  expect(document.activeElement).toBe(note);
});

test('after a lost answer the same hour is added again, although the booking already offers the one after it', async () => {
  let isLost = true;
  const { user, calls } = openBoard({
    // The server added the hour before its answer was lost.
    [BOOKING]: () => (calls(EXTEND).length === 0 ? booking : { ...booking, version: 8 }),
    [NEXT]: () => {
      const isAdded = calls(EXTEND).length > 0;
      return {
        version: isAdded ? 8 : 7,
        court: 23,
        day: '2026-11-22',
        minute: isAdded ? 1260 : 1200,
        total_paise: 100_000,
      };
    },
    [EXTEND]: () => (isLost ? [503, problem('unknown_outcome')] : [201, added]),
  });
  await user.click(await button(/^Add an hour/));
  await user.click(await button('Add 8 PM, ₹1,000'));
  const text = 'We could not tell whether that went through. Try again; nothing is done twice.';
  await screen.findByText(text, undefined, { timeout: 8_000 });
  await waitFor(() => expect(calls(NEXT).length).toBeGreaterThan(1));
  isLost = false;
  const add = await button(/^Add (8|9) PM, ₹1,000$/);
  await waitFor(() => expect(add.getAttribute('aria-busy')).toBeNull());
  expect(add.textContent).toContain('Add 8 PM');
  await user.click(add);
  await waitFor(() => expect(toastTexts()).toEqual(['8 PM is added for Rohan Mehta.']));
  const asked = calls(EXTEND).map(({ key, ifMatch, body }) => JSON.stringify([key, ifMatch, body]));
  expect(new Set(asked).size).toBe(1);
}, 15_000);

test('if the next hour was taken, another court is booked on the day of the booking, not on the shown one', async () => {
  const free = { courts: [{ court: 22, name: 'Court 2', price_paise: 100_000 }], hours: [] };
  const { user, calls, place } = openBoard(
    {
      [BOARD]: ({ query }) =>
        query.get('day') === '2026-11-23' ? sampleBoard({ day: '2026-11-23' }) : sampleBoard({ bookings: [bar] }),
      [EXTEND]: () => [409, problem('slot_taken', { alternatives: free })],
    },
    { 'booking.make': 'yes' },
  );
  await user.click(await button(/^Move/));
  await user.keyboard(']');
  await waitFor(() => expect(place()).toContain('day=2026-11-23'));
  await user.keyboard('{Escape}');
  await user.click(await button(/^Add an hour/));
  await user.click(await button('Add 8 PM, ₹1,000'));
  await user.click(await button('Court 2, ₹1,000'));
  await waitFor(() => expect(place()).toBe('/v/1/board?book=22-1200'));
  await waitFor(() => expect(calls(HOLD)[0]?.body).toMatchObject({ day: '2026-11-22', court: 22, minute: 1200 }));
});

test('Shift E opens the last hour of a booking with the part that cancels it', async () => {
  const parts = [
    { ...bar, group: '5' },
    { ...bar, order: '4820193799', minute: 1200, group: '5' },
  ];
  const { user } = openBoard({
    [BOARD]: () => sampleBoard({ bookings: parts }),
    [BOOKING]: ({ params }) => ({ ...booking, order: params['order'] ?? '' }),
    'GET /api/desk/bookings/{order}/cancellation': () => ({
      version: 7,
      kept_paise: 0,
      refund_paise: 0,
      late: false,
    }),
  });
  (await cellOf(/^Court 3, 7 to 9 PM, Rohan Mehta/)).querySelector('button')?.focus();
  await button(/^One hour less/);
  await user.keyboard('{Shift>}e{/Shift}');
  await screen.findByRole('heading', { name: 'Cancel this booking?' });
  const hours = within(screen.getByRole('group', { name: 'Hours on this court' }));
  expect(hours.getByRole('button', { name: '8 PM', pressed: true })).toBeTruthy();
});

test('an hour less is offered to those who may cancel, also if they may not add one', async () => {
  const parts = [
    { ...bar, group: '5' },
    { ...bar, order: '4820193799', minute: 1200, group: '5' },
  ];
  const replies = { [BOARD]: () => sampleBoard({ bookings: parts }) };
  openBoard(replies, { 'booking.cancel': 'no' });
  await button(/^Add an hour/);
  expect(screen.queryByRole('button', { name: /^One hour less/ })).toBeNull();
  cleanup();
  openBoard(replies, { 'booking.extend': 'no', 'booking.move': 'no' });
  await button(/^One hour less/);
  expect(screen.queryByRole('button', { name: /^Add an hour/ })).toBeNull();
});

// The DOM of the tests has no layout, so each test sets the element under the pointer here.
let under: Element | null = null;
beforeEach(() => {
  document.elementFromPoint = () => under;
});
afterEach(() => {
  vi.useRealTimers();
});

test('a booking is dragged to a free hour; a place that it may not be dropped on says why', async () => {
  const { calls } = openBoard({}, {}, '');
  const from = await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/);
  const pointer = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 };
  const drag = async (to: HTMLElement) => {
    under = to;
    fireEvent.pointerDown(from.querySelector('button') ?? from, pointer);
    fireEvent.pointerMove(window, { ...pointer, clientX: 60 });
    await waitFor(() => expect(ghost()).toBeTruthy());
    const shown = ghost();
    fireEvent.pointerUp(window, { ...pointer, clientX: 60 });
    return shown;
  };
  expect(await drag(await cellOf(/^Court 1, 5 to 6 PM/))).toBe('This hour is over');
  expect(calls(MOVE)).toEqual([]);
  expect(await drag(await cellOf(/^Court 2, 8 to 9 PM, free/))).toBe('8 PM · Court 2 · +₹0');
  await waitFor(() => expect(calls(MOVE)[0]?.body).toMatchObject({ court: 22, minute: 1200 }));
  expect(ghost()).toBeUndefined();
});

test('a booking that is dragged on while its price is approved gets the choices of the new place', async () => {
  const dearer = { ...price, choices: ['charge', 'keep_price'] };
  const cheaper = { ...price, total_paise: 80_000, paid_too_much_paise: 20_000, choices: ['refund', 'keep_price'] };
  const { user, queryClient } = openBoard(
    {
      [MOVE]: ({ body }) =>
        body?.['choice'] === null
          ? [409, problem('price_changed', { current: body?.['court'] === 22 ? cheaper : dearer })]
          : [403, problem('approval_needed')],
      'GET /api/desk/venues/{venue}/approvers': () => ({ pin_limit_paise: 200_000, people: [] }),
    },
    { 'booking.waive': 'ask' },
  );
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  await user.type(await screen.findByLabelText('Reason'), 'Wet court');
  await user.click(await button('Move and keep ₹1,000'));
  await screen.findByText('Keep ₹1,000 instead of ₹1,200. A manager or an owner approves.');
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  const from = await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/);
  under = await cellOf(/^Court 2, 8 to 9 PM, free/);
  const pointer = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 };
  fireEvent.pointerDown(from.querySelector('button') ?? from, pointer);
  fireEvent.pointerMove(window, { ...pointer, clientX: 60 });
  await waitFor(() => expect(ghost()).toBeTruthy());
  fireEvent.pointerUp(window, { ...pointer, clientX: 60 });
  expect(await button('Move and give ₹200 back')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('');
  expect(screen.queryByText(/A manager or an owner approves/)).toBeNull();
});

test('a booking that is dragged and put back leaves the question of a move open, with the typed reason', async () => {
  const dearer = { ...price, choices: ['charge', 'keep_price'] };
  const { user, calls, queryClient } = openBoard(
    { [MOVE]: () => [409, problem('price_changed', { current: dearer })] },
    { 'booking.waive': 'yes' },
  );
  await user.click(await button(/^Move/));
  await user.click(await cellOf(/^Court 1, 8 to 9 PM, free/));
  await user.type(await screen.findByLabelText('Reason'), 'Wet court');
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  const from = await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/);
  under = from;
  const pointer = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 };
  fireEvent.pointerDown(from.querySelector('button') ?? from, pointer);
  fireEvent.pointerMove(window, { ...pointer, clientX: 60 });
  await waitFor(() => expect(ghost()).toBe('It is here now'));
  fireEvent.pointerUp(window, { ...pointer, clientX: 60 });
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Wet court');
  expect(calls(MOVE)).toHaveLength(1);
});

test('a finger drags the booking only after a long press', async () => {
  const { calls } = openBoard({}, {}, '');
  const from = await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/);
  const finger = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'touch', clientX: 10, clientY: 10 };
  under = await cellOf(/^Court 2, 8 to 9 PM, free/);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const press = () => fireEvent.pointerDown(from.querySelector('button') ?? from, finger);
  press();
  fireEvent.pointerMove(window, { ...finger, clientY: 60 });
  act(() => void vi.advanceTimersByTime(400));
  fireEvent.pointerUp(window, finger);
  expect(calls(MOVE)).toEqual([]);
  press();
  act(() => void vi.advanceTimersByTime(349));
  expect(ghost()).toBeUndefined();
  act(() => void vi.advanceTimersByTime(1));
  expect(ghost()).toBe('8 PM · Court 2 · +₹0');
  fireEvent.pointerUp(window, finger);
  vi.useRealTimers();
  await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
});
