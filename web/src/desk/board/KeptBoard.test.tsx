import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant, sampleMe, type DeskReplies } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { goOffline } from '@/testing/network';
import { forgetToasts, toasts } from '@/testing/toasts';
import { forgetKept, keepBoard } from '@/desk/api/kept-data';
import { addFact, dropFact, queueStore } from '@/desk/api/queue';
import { BOARD, openBoard } from './board.test-kit';

beforeEach(async () => {
  stubIndexedDb();
  await forgetKept();
  localStorage.clear();
  vi.setSystemTime(sampleInstant(1104));
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['today', 1134, 'as of 6:24 PM'],
  ['yesterday', 1104 + 1440, 'as of Sun 22 Nov, 6:24 PM'],
])('a board that this device read %s says when', async (_, now, text) => {
  await keepBoard(1, '2026-11-22', { board: sampleBoard(), etag: '"v1"', ahead: 0 });
  vi.setSystemTime(sampleInstant(now));
  openBoard({ [BOARD]: () => 'no network' }, '?day=2026-11-22');
  expect(await screen.findByText(text)).toBeTruthy();
});

test('with a board of an earlier visit that did not change the clock is measured anew', async () => {
  // The clock of the device was slow by ten minutes then.
  await keepBoard(1, '2026-11-22', { board: sampleBoard(), etag: '"v1"', ahead: 600_000, measurement: 3 });
  let isAway = true;
  const { queryClient, calls } = openBoard(
    { [BOARD]: () => (isAway ? 'no network' : sampleBoard()) },
    '?day=2026-11-22',
  );
  const shown = () => queryClient.getQueryData(['board', 1, '2026-11-22']);
  await waitFor(() => expect(shown()).toMatchObject({ ahead: 600_000, keptAt: Date.parse(sampleInstant(1104)) }));
  isAway = false;
  await queryClient.refetchQueries({ queryKey: ['board'] });
  expect(calls(BOARD).at(-1)?.ifNoneMatch).toBeNull();
  expect(shown()).toEqual({ board: sampleBoard(), etag: '"v1"', ahead: 0, measurement: expect.any(Number) as number });
});

test('all hours of a bar are checked in at once without a network, too', async () => {
  for (const { id } of queueStore.get()) await dropFact(id);
  const bar = { group: '8', due_paise: 85_000 };
  const bookings = [
    sampleBoardBooking({ ...bar, minute: 1140, order: '1140' }),
    sampleBoardBooking({ ...bar, minute: 1200, order: '1200' }),
    sampleBoardBooking({ ...bar, court: 21, minute: 1140, order: '2140', group: null, name: 'Asha Rao' }),
  ];
  await keepBoard(1, '2026-11-22', { board: sampleBoard({ bookings }), etag: '"v1"', ahead: 0 });
  const { user } = openBoard({ [BOARD]: () => 'no network' }, '?day=2026-11-22&open=1140');
  await screen.findByText('as of 6:24 PM');
  // The code of the panel, which only this test of the file loads, is there before the network goes.
  await screen.findByRole('button', { name: 'Close the booking' });
  goOffline();
  await user.click(await screen.findByRole('button', { name: 'Check in' }));
  // The end of play, as with a network.
  expect(screen.getByText('7:00 – 7:55 PM')).toBeTruthy();
  await waitFor(() => expect(queueStore.get()).toHaveLength(2));
  expect(queueStore.get().map(({ what }) => what)).toEqual([
    { kind: 'attendance', order: '1140', state: 'arrived' },
    { kind: 'attendance', order: '1200', state: 'arrived' },
  ]);
});

test.each([
  ['its own end of play', sampleBoardBooking({ play_minutes: 50 }), '7:00 – 7:50 PM'],
  ['that of the venue on a board of an earlier version', withoutPlay(), '7:00 – 7:45 PM'],
])('a booking shows %s without a network', async (_, booking, time) => {
  for (const { id } of queueStore.get()) await dropFact(id);
  // The venue has changed its minutes of play since the booking was made.
  const board = sampleBoard({ bookings: [booking], play_minutes: 45 });
  await keepBoard(1, '2026-11-22', { board, etag: '"v1"', ahead: 0 });
  openBoard({ [BOARD]: () => 'no network' }, `?day=2026-11-22&open=${booking.order}`);
  await screen.findByText('as of 6:24 PM');
  goOffline();
  expect(await screen.findByText(time)).toBeTruthy();
});

/** A booking as a server of an earlier version wrote it, without its minutes of play. */
function withoutPlay(): ReturnType<typeof sampleBoardBooking> {
  const { play_minutes: _, ...former } = sampleBoardBooking();
  return former as ReturnType<typeof sampleBoardBooking>;
}

test('a fast double tap without a network writes one fact', async () => {
  for (const { id } of queueStore.get()) await dropFact(id);
  forgetToasts();
  const bookings = [sampleBoardBooking({ minute: 1140, order: '1140', due_paise: 0 })];
  await keepBoard(1, '2026-11-22', { board: sampleBoard({ bookings }), etag: '"v1"', ahead: 0 });
  openBoard({ [BOARD]: () => 'no network' }, '?day=2026-11-22&open=1140');
  await screen.findByText('as of 6:24 PM');
  goOffline();
  const checkIn = await screen.findByRole('button', { name: 'Check in' });
  fireEvent.click(checkIn);
  fireEvent.click(checkIn);
  await waitFor(() => expect(toasts().at(-1)?.text).toBe('Rohan Mehta (Court 3, 7 PM) is checked in. Not sent yet.'));
  const what = { kind: 'attendance', order: '1140', state: 'arrived' };
  const label = 'Rohan Mehta, Court 3, 7:00 PM';
  expect(queueStore.get().map((fact) => [fact.label, fact.what])).toEqual([[label, what]]);
});

test('the second press of a double click takes no check-in back without a network', async () => {
  for (const { id } of queueStore.get()) await dropFact(id);
  const bookings = [sampleBoardBooking({ minute: 1140, order: '1140', due_paise: 0 })];
  await keepBoard(1, '2026-11-22', { board: sampleBoard({ bookings }), etag: '"v1"', ahead: 0 });
  const { user } = openBoard({ [BOARD]: () => 'no network' }, '?day=2026-11-22&open=1140');
  await screen.findByText('as of 6:24 PM');
  goOffline();
  await user.click(await screen.findByRole('button', { name: 'Check in' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Take back' }), { detail: 2 });
  const [checkIn] = queueStore.get();
  // Written after a mark that takes it back would be.
  const other = { kind: 'attendance', order: '2140', state: 'absent' } as const;
  const { id, name } = sampleMe.staff;
  await addFact({ venue: 1, staff: { id, name }, order: '2140', label: 'Asha Rao', what: other });
  expect(queueStore.get().map(({ what }) => what)).toEqual([checkIn?.what, other]);
  expect(checkIn?.what).toEqual({ kind: 'attendance', order: '1140', state: 'arrived' });
});

test('what is due of a booking whose day is closed is noted without a network', async () => {
  for (const { id } of queueStore.get()) await dropFact(id);
  const played = {
    status: 'completed',
    attendance: 'arrived',
    minute: 1020,
    order: '1020',
    due_paise: 85_000,
  } as const;
  const board = sampleBoard({ bookings: [sampleBoardBooking(played)] });
  await keepBoard(1, '2026-11-22', { board, etag: '"v1"', ahead: 0 });
  const permissions = { 'board.read': 'yes', 'attendance.mark': 'yes', 'payment.take': 'yes' };
  const replies: DeskReplies = {
    [BOARD]: () => 'no network',
    'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
  };
  const { user } = openBoard(replies, '?day=2026-11-22&open=1020');
  await screen.findByText('as of 6:24 PM');
  goOffline();
  await user.click(await screen.findByRole('button', { name: 'Note ₹850 in cash' }));
  await waitFor(() => expect(queueStore.get()).toHaveLength(1));
  expect(queueStore.get()[0]?.what).toMatchObject({ kind: 'payment', order: '1020', amount_paise: 85_000 });
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});
