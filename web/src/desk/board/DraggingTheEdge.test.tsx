import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
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
import { toasts } from '@/testing/toasts';
import { setBookingFor } from '@/desk/lib/booking-for';
import { BOARD, field, freeSlot, open, prepareEach, rohan, UNDO } from './new-booking.test-kit';

prepareEach();

const NEXT = 'GET /api/desk/bookings/{order}/extension';
const EXTEND = 'POST /api/desk/bookings/{order}/extensions';

const bar = sampleBoardBooking({ discount_paise: 0, paid_paise: 0, due_paise: 100_000 });
const next = { version: 7, court: 23, day: '2026-11-22', minute: 1200, total_paise: 100_000 };
const added = {
  order: '4820193799',
  version: 1,
  group: 5,
  court: 23,
  day: '2026-11-22',
  minute: 1200,
  price_paise: 100_000,
  undo_until: sampleInstant(1105),
};
const free = { courts: [{ court: 24, name: 'Court 4', price_paise: 100_000 }], hours: [] };

// The DOM of the tests has no layout, so each test sets the element under the pointer here.
let under: Element | null = null;
beforeEach(() => {
  setBookingFor(null);
  document.elementFromPoint = () => under;
});

function openBoard(replies: DeskReplies = {}, permissions: Record<string, string> = {}) {
  const all = { 'board.read': 'yes', 'booking.move': 'yes', 'booking.extend': 'yes', 'booking.make': 'yes' };
  return open({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions: { ...all, ...permissions } }),
    [BOARD]: () => sampleBoard({ bookings: [bar] }),
    'GET /api/desk/bookings/{order}': () => sampleBooking({ due_paise: 100_000 }),
    [NEXT]: () => next,
    [EXTEND]: () => [201, added],
    ...replies,
  });
}

const cellOf = (name: RegExp) => screen.findByRole('gridcell', { name });

/** Drags the right edge of Rohan's hour to another cell, and returns the text of the label that was shown there. */
async function dragEdge(to: RegExp): Promise<string | null | undefined> {
  const from = await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/);
  const edge = from.querySelector('[data-edge]');
  if (edge === null) throw new Error('the booking has no edge');
  under = await cellOf(to);
  const pointer = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 };
  fireEvent.pointerDown(edge, pointer);
  fireEvent.pointerMove(window, { ...pointer, clientX: 60 });
  await waitFor(() => expect(document.querySelector('[data-ghost]')).not.toBeNull());
  const label = document.querySelector('[data-ghost]')?.textContent;
  fireEvent.pointerUp(window, { ...pointer, clientX: 60 });
  return label;
}

test('the edge dragged to the next hour adds it for its price, and its toast undoes that', async () => {
  const { calls } = openBoard();
  expect(await dragEdge(/^Court 3, 8 to 9 PM, free/)).toBe('Add 8 PM, ₹1,000');
  await waitFor(() => expect(toasts().at(-1)?.text).toBe('8 PM is added for Rohan Mehta.'));
  const body = { day: '2026-11-22', minute: 1200, total_paise: 100_000 };
  expect(calls(EXTEND).map((sent) => [sent.body, sent.ifMatch])).toEqual([[body, '"7"']]);
  const undo = toasts().at(-1)?.action;
  act(() => undo?.run());
  await waitFor(() => expect(calls(UNDO)[0]?.body).toEqual({ orders: [{ order: added.order, version: 1 }] }));
});

test('for a person who may not extend, the booking has no edge to drag', async () => {
  openBoard({}, { 'booking.extend': 'no' });
  const cell = await cellOf(/^Court 3, 7 to 8 PM, Rohan Mehta/);
  expect(cell.querySelector('[data-edge]')).toBeNull();
});

test('if the next hour was just taken, the panel offers another court for the same player', async () => {
  const { user } = openBoard({
    [EXTEND]: () => [409, problem('slot_taken', { alternatives: free })],
    'GET /api/desk/find': () => ({ bookings: [], more_players: false, players: [rohan] }),
  });
  await dragEdge(/^Court 3, 8 to 9 PM, free/);
  await user.click(await screen.findByRole('button', { name: 'Court 4, ₹1,000' }));
  expect((await field()).value).toBe('98250 41736');
  await screen.findByRole('button', { name: /^Book for Rohan Mehta/ });
});

test('if the answer is lost, the panel asks again with the same key, and one hour is added', async () => {
  let isLost = true;
  const { user, calls } = openBoard({
    [EXTEND]: () => (isLost ? [503, problem('unknown_outcome')] : [201, added]),
    // The hour was added, so the booking that is read again offers the one after it.
    [NEXT]: () => ({ ...next, minute: 1260 }),
  });
  await dragEdge(/^Court 3, 8 to 9 PM, free/);
  await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
  isLost = false;
  await user.click(await screen.findByRole('button', { name: 'Add 8 PM, ₹1,000' }));
  await waitFor(() => expect(toasts().at(-1)?.text).toBe('8 PM is added for Rohan Mehta.'));
  expect(new Set(calls(EXTEND).map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Add an hour' })).toBeNull());
}, 20_000);

test('a failure that comes late does not take away the booking that was begun meanwhile', async () => {
  const answer = deferred<readonly [409, ReturnType<typeof problem>]>();
  const { user, calls } = openBoard({ [EXTEND]: () => answer.promise });
  await dragEdge(/^Court 3, 8 to 9 PM, free/);
  await waitFor(() => expect(calls(EXTEND)).toHaveLength(1));
  await user.click(await freeSlot(1, '8 to 9 PM'));
  await user.type(await field(), 'Ro');
  answer.resolve([409, problem('day_closed')]);
  await waitFor(() => expect(toasts().at(-1)?.title).toBe('The next hour cannot be added'));
  expect((await field()).value).toBe('Ro');
});

test('an edge that is dragged while another hour is being added says so', async () => {
  const answer = deferred<readonly [201, typeof added]>();
  const { calls } = openBoard({ [EXTEND]: () => answer.promise });
  await dragEdge(/^Court 3, 8 to 9 PM, free/);
  await waitFor(() => expect(calls(EXTEND)).toHaveLength(1));
  await dragEdge(/^Court 3, 8 to 9 PM, free/);
  await waitFor(() => expect(toasts().at(-1)?.text).toBe('Another hour is being added. Try again in a moment.'));
  answer.resolve([201, added]);
  await waitFor(() => expect(toasts().at(-1)?.text).toBe('8 PM is added for Rohan Mehta.'));
  expect(calls(EXTEND)).toHaveLength(1);
});
