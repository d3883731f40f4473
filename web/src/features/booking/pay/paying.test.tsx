import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { courtSearch, orderSearch } from '@/lib/search';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { refusal, type Replies, serve, success } from '@/testing/stand-in-server';
import { BookingStatusPage } from '../BookingStatusPage';
import { CourtSelectionPage } from '../CourtSelectionPage';
import type { OpenOrder } from '../open-order';

const ORDER = '4820193756';
const order: typeof sampleOrder = {
  ...sampleOrder,
  status: 'held',
  payment_status: 'unpaid',
  may_pay_online: true,
  online_payment: null,
  expires_at: '2026-11-21T04:40:00Z',
  can_cancel: false,
};
const checkout = {
  ...success('Almost there.'),
  razorpay_orderid: 'order_SBX1',
  amount: 80_000,
  currency: 'INR',
  key_id: 'rzp_test_1',
  total_amount: 800,
  expires_at: '2026-11-21T04:50:00Z',
  server_time: '2026-11-21T04:30:00Z',
};

interface Opened {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  prefill: object;
  handler: (handed: object) => void;
  modal: { ondismiss: () => void };
}

/** The options that the stubbed checkout script was opened with. */
let opened: Opened[] = [];

function open(replies: Replies = {}, offered = true) {
  const log = serve({
    'GET /api/getcourt': () => ({ ...success(), courts: [] }),
    'GET /api/user/get_order_info': () => ({ ...order, may_pay_online: offered }),
    'POST /api/user/generatePayment': () => checkout,
    'POST /api/user/confirmPayment': () => ({ ...success(), orderid: ORDER, total_amount: 800 }),
    'POST /api/user/reset_current_order': () => success('Your court is still held.'),
    'POST /api/user/cancel_current_order': () => success(),
    ...replies,
  });
  const view = renderScreen({
    path: '/court-selection',
    component: CourtSelectionPage,
    search: courtSearch,
    at: `/court-selection?venue=1&sport=1&date=2026-11-22&time=7%3A00+PM&court=103&order=${ORDER}`,
  });
  return { ...view, calls: (name: string) => log.filter((request) => request.call.endsWith(name)) };
}

/** Slides by keyboard. */
async function slide(user: ReturnType<typeof open>['user']) {
  const button = await screen.findByRole('button', { name: 'Slide To Pay' });
  button.focus();
  await user.keyboard('{Enter}');
}

beforeEach(() => {
  cleanup();
  localStorage.clear();
  opened = [];
  // The script counts as loaded; its failure is tested in a real browser.
  vi.stubGlobal(
    'Razorpay',
    class {
      constructor(options: Opened) {
        opened.push(options);
      }
      open() {}
    },
  );
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

test('the checkout opens with the amount in paise, the brand and the payer', async () => {
  const { user, calls } = open();
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(opened[0]).toMatchObject({
    key: 'rzp_test_1',
    amount: 80_000,
    currency: 'INR',
    order_id: 'order_SBX1',
    name: 'Baroda Pickleball Club',
    // The phone without its first three characters (spec §7).
    prefill: { name: 'Asha Patel', email: 'a@b.in', contact: '9876543210' },
    // The hold lasts twenty minutes, and a payment begun in its last seconds would arrive too late.
    timeout: 20 * 60 - 90,
  });
  expect(opened[0]?.description).toMatch(/^Court booking: Court 3, /);
  expect(calls('generatePayment')[0]?.query.get('orderid')).toBe(ORDER);
  expect(calls('generatePayment')[0]?.query.get('any_court')).toBe('0');
});

test('another court is accepted if the player allows it', async () => {
  const { user, calls } = open();
  await user.click(await screen.findByRole('checkbox', { name: /give me another outdoor court at the same time/ }));
  await slide(user);
  await waitFor(() => expect(calls('generatePayment')[0]?.query.get('any_court')).toBe('1'));
});

test('the result of the checkout is sent to the server, and a confirmed payment becomes a booking', async () => {
  const { user, calls, place } = open();
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.handler({ razorpay_payment_id: 'pay_1', razorpay_signature: 'ab12' });
  expect(await screen.findByText(/Booking Confirmed!/)).toBeTruthy();
  await waitFor(() => expect(place()).toBe(`/booking-status?orderId=${ORDER}`));
  const [sent] = calls('confirmPayment');
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({
    orderid: ORDER,
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'ab12',
  });
  expect(calls('cancel_current_order'), 'the court is not released').toHaveLength(0);
});

test('a closed checkout is reported to the server and to the player; the court stays held', async () => {
  const { user, calls, place } = open();
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(screen.queryByRole('dialog'), 'no window of the app is above the checkout').toBeNull();
  opened[0]?.modal.ondismiss();
  expect(await screen.findByText(/Oops! Payment stopped!/)).toBeTruthy();
  expect(await screen.findByText(/Your court is still held\./)).toBeTruthy();
  expect(calls('reset_current_order')).toHaveLength(1);
  expect(place()).toContain(`order=${ORDER}`);
  expect(await screen.findByRole('button', { name: 'Slide To Pay' })).toHaveProperty('disabled', false);
});

test('a stopped payment leaves the window usable although the order cannot be read again', async () => {
  const read = deferred<typeof order>();
  let reads = 0;
  const { user } = open({
    'GET /api/user/get_order_info': () => {
      if (opened.length > 0) reads += 1;
      // The first one asks what became of the payment.
      return reads > 1 ? read.promise : order;
    },
  });
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.modal.ondismiss();
  expect(await screen.findByText(/Oops! Payment stopped!/)).toBeTruthy();
  await waitFor(() => expect(reads).toBeGreaterThan(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Slide To Pay' })).toHaveProperty('disabled', false));
  read.resolve(order);
});

test('a checkout that is closed without a network leads to the page that asks for the payment', async () => {
  const { user, place, calls } = open({
    'POST /api/user/reset_current_order': () => 'no network',
    'GET /api/user/get_order_info': () => (opened.length === 0 ? order : 'no network'),
  });
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.modal.ondismiss();
  await waitFor(() => expect(place()).toBe(`/booking-status?orderId=${ORDER}`));
  expect(screen.queryByText(/Payment stopped/)).toBeNull();
  expect(calls('cancel_current_order'), 'the court is not released').toHaveLength(0);
});

test('a checkout that outlasts its hold leads to the payment that is under way, not to another hold', async () => {
  const underWay = { state: 'under_way', refund: 0, refund_reason: null } as const;
  const { user, place, queryClient } = open({
    'GET /api/user/get_order_info': () =>
      opened.length === 0 ? order : { ...order, status: 'expired', online_payment: underWay },
  });
  // An earlier payment had failed, and its status was shown.
  const failed = { state: 'failed', refund: 0, refund_reason: null } as const;
  queryClient.setQueryData(['order', ORDER], { ...order, online_payment: failed });
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.modal.ondismiss();
  await waitFor(() => expect(place()).toBe(`/booking-status?orderId=${ORDER}`));
  expect(queryClient.getQueryData(['order', ORDER]), 'the status does not begin with that failure').toBeUndefined();
  expect(screen.queryByText(/Your hold has run out|Payment stopped/)).toBeNull();
});

test('the hold that the checkout extended is known to its window when it is opened again', async () => {
  const { user, place, queryClient } = open({
    'POST /api/user/confirmPayment': () => refusal('payment_failed', 'Your bank declined it.'),
  });
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.handler({ razorpay_payment_id: 'pay_1', razorpay_signature: 'ab12' });
  await waitFor(() => expect(place()).toBe('/booking-status'));
  // The order was fetched with ten minutes left, and the checkout came with twenty.
  const known = queryClient.getQueryData<OpenOrder>(['open-order', ORDER]);
  expect((known?.endsAt ?? 0) - Date.now()).toBeGreaterThan(15 * 60_000);
});

test('a refused payment shows a toast and opens the booking status', async () => {
  const { user, place } = open({
    'POST /api/user/generatePayment': () => refusal('online_payment_off', 'Pay at the court.'),
  });
  await slide(user);
  expect(await screen.findByText(/Pay at the court\./)).toBeTruthy();
  await waitFor(() => expect(place()).toBe('/booking-status'));
  expect(opened).toHaveLength(0);
});

test('a look-up that is refused after a closed checkout leaves the window open', async () => {
  const { user, place } = open({
    'GET /api/user/get_order_info': () => (opened.length === 0 ? order : [503, refusal('unavailable', 'Busy.')]),
  });
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.modal.ondismiss();
  expect(await screen.findByText(/Oops! Payment stopped!/)).toBeTruthy();
  expect(place()).toContain(`order=${ORDER}`);
  expect(screen.queryByText(/Busy\./)).toBeNull();
});

test('a payment that the reply to the closing reports is not called stopped if the order cannot be fetched', async () => {
  const { user, place } = open({
    'POST /api/user/reset_current_order': () => ({
      ...success('Your payment is on its way.', 'checkout_closed'),
      params: { reason: 'payment_under_way' },
    }),
    'GET /api/user/get_order_info': () => (opened.length === 0 ? order : 'no network'),
  });
  await slide(user);
  await waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.modal.ondismiss();
  await waitFor(() => expect(place()).toBe(`/booking-status?orderId=${ORDER}`));
  expect(screen.queryByText(/Payment stopped/)).toBeNull();
});

test('an order that was booked in another tab opens its status without a confirmation of its own', async () => {
  const { user, place } = open({ 'POST /api/user/generatePayment': () => refusal('already_booked', 'Booked.') });
  await slide(user);
  await waitFor(() => expect(place()).toBe(`/booking-status?orderId=${ORDER}`));
  expect(screen.queryByText(/Booking Confirmed!/), 'it may be cancelled by now').toBeNull();
  expect(opened).toHaveLength(0);
});

test('a player who is not offered online payment can only pay at the court', async () => {
  open({}, false);
  expect(await screen.findByRole('button', { name: 'Pay at court · ₹800' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Slide To Pay' })).toBeNull();
});

test('the status page polls a payment that is under way until its outcome is known', async () => {
  const replies: (typeof order)[] = [
    { ...order, online_payment: { state: 'under_way', refund: 0, refund_reason: null } },
    { ...order, status: 'confirmed', payment_status: 'paid', expires_at: null },
  ];
  serve({ 'GET /api/user/get_order_info': () => replies.shift() ?? order });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    renderScreen({
      path: '/booking-status',
      component: BookingStatusPage,
      search: orderSearch,
      at: `/booking-status?orderId=${ORDER}`,
    });
    expect(await screen.findByRole('heading', { name: 'Your payment is on its way' })).toBeTruthy();
    expect(screen.queryByRole('timer'), 'there is no countdown').toBeNull();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await screen.findByRole('heading', { name: "You're on!" })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('a payment that outlasts its hold is shown without a promise of the court', async () => {
  serve({
    'GET /api/user/get_order_info': () => ({
      ...order,
      status: 'expired',
      online_payment: { state: 'under_way', refund: 0, refund_reason: null },
    }),
  });
  renderScreen({
    path: '/booking-status',
    component: BookingStatusPage,
    search: orderSearch,
    at: `/booking-status?orderId=${ORDER}`,
  });
  expect(await screen.findByRole('heading', { name: 'Your payment is on its way' })).toBeTruthy();
  expect(screen.getByText(/Your hold ran out before your bank answered/)).toBeTruthy();
  expect(screen.queryByText(/holding your court/)).toBeNull();
});

test('a refund is shown with its reason and its amount', async () => {
  serve({
    'GET /api/user/get_order_info': () => ({
      ...order,
      status: 'expired',
      online_payment: { state: 'refund_approved', refund: 800, refund_reason: 'paid_late' },
    }),
  });
  renderScreen({
    path: '/booking-status',
    component: BookingStatusPage,
    search: orderSearch,
    at: `/booking-status?orderId=${ORDER}`,
  });
  expect(await screen.findByRole('heading', { name: "You're getting a full refund" })).toBeTruthy();
  expect(screen.getByText(/came too late to be used for this booking/)).toBeTruthy();
  expect(screen.getByText(/₹800 goes back in full/)).toBeTruthy();
});
