import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { components } from '@/api/schema';
import { courtSearch } from '@/lib/search';
import { endSession } from '@/lib/session';
import { held } from '@/testing/court-selection';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { refusal, type Replies, type Reply, serve, success } from '@/testing/stand-in-server';
import type { OpenOrder } from '../open-order';
import { useOrderWindow } from './use-order-window';

const ORDER = '4820193756';
const ADDRESS = `/court-selection?venue=1&sport=1&date=2026-11-22&time=7%3A00+PM&court=103&order=${ORDER}`;

const order: OpenOrder = {
  orderid: ORDER,
  status: 'held',
  holdClosed: false,
  court: 'Court 3',
  courtType: 'outdoor',
  venue: 'Riverside Arena',
  location: 'Akota',
  longLocation: '12 River Road, Akota',
  date: '2026-11-22',
  time: '7:00 PM',
  when: 'Sun, 22 Nov 2026 | 7:00 PM',
  playMinutes: 55,
  name: 'Asha Patel',
  players: 4,
  total: 800,
  mayPayOnline: true,
  cancelBefore: '2026-11-22T07:30:00Z',
  cancelEndsAt: 0,
  timezone: 'Asia/Kolkata',
  bankCharge: 30,
  endsAt: Date.now() + 600_000,
};

/** Renders the hook alone, at the address of the confirm window. */
async function openWindow(replies: Replies = {}, changed: Partial<OpenOrder> = {}) {
  const log = serve(replies);
  const seen: { now?: ReturnType<typeof useOrderWindow> } = {};
  const skipRelease = vi.fn();
  const given = {
    order: { ...order, ...changed },
    instead: null,
    skipRelease,
    onPickAnother: vi.fn(),
  };
  const { place, back, queryClient } = renderScreen({
    path: '/court-selection',
    component: function Hook() {
      seen.now = useOrderWindow(given);
      return null;
    },
    search: courtSearch,
    at: ADDRESS,
    before: '/location',
  });
  await waitFor(() => expect(seen.now).toBeDefined());
  return { now: () => seen.now!, place, back, queryClient, skipRelease, log };
}

type ConfirmReply = Reply<'POST /api/user/confirmCashPayment'>;
const confirmReply = (reply: ConfirmReply) => ({ 'POST /api/user/confirmCashPayment': () => reply });

beforeEach(() => {
  signIn();
});

test('online payment is offered if the player may use it and the total is above zero', async () => {
  expect((await openWindow()).now().offersOnline).toBe(true);
  expect((await openWindow({}, { mayPayOnline: false })).now().offersOnline).toBe(false);
  expect((await openWindow({}, { total: 0 })).now().offersOnline).toBe(false);
});

test('a confirmed order is not released, and its status opens', async () => {
  const { now, place, skipRelease } = await openWindow(
    confirmReply({ ...success(), orderid: ORDER, total_amount: 800 }),
  );
  act(() => now().payAtCourt());
  await waitFor(() => expect(place()).toMatch(/^\/booking-status\?orderId=/));
  expect(skipRelease).toHaveBeenCalledWith(ORDER);
});

test('the status of a confirmed order does not begin with what was known of it before', async () => {
  const { now, place, queryClient } = await openWindow(
    confirmReply({ ...success(), orderid: ORDER, total_amount: 800 }),
  );
  queryClient.setQueryData(['order', ORDER], { ...sampleOrder, status: 'held' });
  act(() => now().payAtCourt());
  await waitFor(() => expect(place()).toMatch(/^\/booking-status\?orderId=/));
  expect(queryClient.getQueryData(['order', ORDER])).toBeUndefined();
});

test('an order that has become a booking opens its pass', async () => {
  const { place } = await openWindow({}, { status: 'confirmed' });
  await waitFor(() => expect(place()).toBe(`/booking-confirmation?orderId=${ORDER}`));
});

test('a booking that the address does not name any more opens no pass in place of what is shown by then', async () => {
  const { now, place } = await openWindow({}, { status: 'confirmed', orderid: '5555555555' });
  await waitFor(() => expect(now().isBooked).toBe(true));
  expect(place()).toContain(`order=${ORDER}`);
});

test('a refusal that arrives after the browser’s back does not bring the player back', async () => {
  const late = deferred<ConfirmReply>();
  const { now, place, back, queryClient } = await openWindow({
    'POST /api/user/confirmCashPayment': () => late.promise,
  });
  act(() => now().payAtCourt());
  await waitFor(() => expect(now().isBusy).toBe(true));
  act(() => back());
  await waitFor(() => expect(place()).toBe('/location'));
  await act(async () => late.resolve(refusal('internal', 'Not now.')));
  expect(await screen.findByText(/Not now\./)).toBeTruthy();
  // The reply is handled whole, with every navigation that it leads to.
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(place()).toBe('/location');
});

test('a court that another player has ends the hold, and the window stays open', async () => {
  const { now, place, skipRelease } = await openWindow(confirmReply(refusal('slot_taken')));
  act(() => now().payAtCourt());
  await waitFor(() => expect(now().end).toBe('taken'));
  expect(place()).toContain(`order=${ORDER}`);
  expect(skipRelease).not.toHaveBeenCalled();
});

test('a coupon that the confirmation refuses is withdrawn with the server’s message', async () => {
  const { now } = await openWindow(confirmReply(refusal('bad_coupon', 'Used up.')));
  act(() => now().payAtCourt());
  await waitFor(() => expect(now().coupon).toMatchObject({ kind: 'open', message: 'Used up.' }));
  expect(now().end).toBeNull();
});

test('the countdown ends the hold', async () => {
  const { now } = await openWindow();
  act(() => now().expire());
  expect(now().end).toBe('expired');
});

test('while a confirmation is under way, the countdown does not end the hold', async () => {
  const late = deferred<ConfirmReply>();
  const { now } = await openWindow({ 'POST /api/user/confirmCashPayment': () => late.promise });
  act(() => now().payAtCourt());
  await waitFor(() => expect(now().isBusy).toBe(true));
  act(() => now().expire());
  expect(now().end).toBeNull();
  await act(async () => late.resolve(refusal('hold_expired')));
  await waitFor(() => expect(now().end).toBe('expired'));
});

test('a court that turns out to be held still stays in the window, and its release is not skipped', async () => {
  const { now, place, skipRelease } = await openWindow({ 'POST /api/user/add_times': () => held });
  act(() => now().expire());
  act(() => now().holdAgain());
  await waitFor(() => expect(now().end).toBeNull());
  expect(skipRelease).not.toHaveBeenCalled();
  expect(place()).toContain(`order=${ORDER}`);
});

test('a hold that another order replaces is not released', async () => {
  const { now, place, skipRelease } = await openWindow({
    'POST /api/user/add_times': () => ({ ...held, orderid: '5555555555' }),
  });
  act(() => now().expire());
  act(() => now().holdAgain());
  await waitFor(() => expect(place()).toContain('order=5555555555'));
  expect(skipRelease).toHaveBeenCalledExactlyOnceWith(ORDER);
});

describe('a court that was booked in another tab meanwhile', () => {
  const alreadyBooked = { 'POST /api/user/add_times': () => refusal('already_booked', 'It is in your bookings.') };
  /** The booking is of a later order, which held the court again. */
  const booked: components['schemas']['BookedCourt'] = {
    orderid: '5555555555',
    venue_id: 1,
    venue: 'Riverside Arena',
    sport_id: 1,
    court_id: 103,
    court: 'Court 3',
    court_type: 'OUTDOOR',
    date: '2026-11-22',
    time: '7:00 PM',
    starts_at: '2026-11-22T13:30:00Z',
    total_amount: 800,
    payment_status: 'pay_at_court',
    due_amount: 800,
  };

  test('opens its pass', async () => {
    const { now, place, skipRelease } = await openWindow({
      ...alreadyBooked,
      'GET /api/user/own_courts': () => ({
        ...success(),
        hold: null,
        bookings: [{ ...booked, orderid: '1111111111', time: '8:00 PM' }, booked],
        server_time: '2026-11-21T04:30:00Z',
      }),
    });
    act(() => now().expire());
    act(() => now().holdAgain());
    await waitFor(() => expect(place()).toBe('/booking-confirmation?orderId=5555555555'));
    expect(skipRelease).toHaveBeenCalledExactlyOnceWith(ORDER);
    expect(within(screen.getByRole('list', { name: 'toasts' })).queryAllByRole('listitem')).toEqual([]);
  });

  test('is told by the server’s message if the look-up of its pass does not end', async () => {
    const own = deferred<'no network'>();
    const { now, place } = await openWindow({
      ...alreadyBooked,
      'GET /api/user/own_courts': () => own.promise,
    });
    act(() => now().expire());
    act(() => now().holdAgain());
    await screen.findByText('warning: | It is in your bookings.', {}, { timeout: 10_000 });
    await waitFor(() => expect(now().isHolding).toBe(false));
    expect(place()).toContain(`order=${ORDER}`);
    own.resolve('no network');
  });

  test('is told by the server’s message if its pass cannot be looked up', async () => {
    const { now, place, skipRelease } = await openWindow({
      ...alreadyBooked,
      'GET /api/user/own_courts': () => 'no network',
    });
    act(() => now().expire());
    act(() => now().holdAgain());
    expect(await screen.findByText('warning: | It is in your bookings.')).toBeTruthy();
    expect(place()).toContain(`order=${ORDER}`);
    expect(skipRelease).not.toHaveBeenCalled();
  });
});

test('without a session no confirmation and no payment is sent', async () => {
  const { now, queryClient, log } = await openWindow();
  act(() => endSession());
  act(() => now().payAtCourt());
  act(() => now().payOnline());
  expect(await screen.findAllByText(/Authentication token is missing!/)).not.toEqual([]);
  // A request is logged once it is sent, before its mutation ends.
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(log.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});
