import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { components } from '@/api/schema';
import { OWN_COURTS } from '@/api/own-courts';
import { rememberPass } from '@/api/seen-passes';
import { orderSearch } from '@/lib/search';
import { endSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { refusal as refuse, type Reply, serve, success } from '@/testing/stand-in-server';
import { BookingStatusPage } from './BookingStatusPage';

const ORDER = '4820193756';
const order: typeof sampleOrder = { ...sampleOrder, discount: 50, total_amount: 750, coupon: 'WELCOME50' };

const held: components['schemas']['HeldCourt'] = {
  orderid: ORDER,
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
  expires_at: '2026-11-21T04:38:00Z',
  payment_under_way: false,
  may_pay_online: true,
};

const { expires_at: _, payment_under_way: __, may_pay_online: ___, ...slot } = held;
const booked: components['schemas']['BookedCourt'] = {
  ...slot,
  orderid: '2222222222',
  payment_status: 'pay_at_court',
  due_amount: slot.total_amount,
};

type ConfirmReply = Reply<'POST /api/user/confirmCashPayment'>;

/** Opens the page; the first request of the order gets `reply`, later ones get `later`. */
function open(
  query: string,
  reply: Reply<'GET /api/user/get_order_info'> = order,
  later = reply,
  {
    hold = null as components['schemas']['HeldCourt'] | null,
    isOwnDown = false,
    state = {},
    confirm = (): ConfirmReply | Promise<ConfirmReply> => ({ ...success(), orderid: ORDER, total_amount: 800 }),
    before = undefined as string | undefined,
    leaving = undefined as Promise<void> | undefined,
  } = {},
) {
  const first = [reply];
  const log = serve({
    'GET /api/user/get_order_info': () => first.pop() ?? later,
    'GET /api/user/own_courts': () =>
      isOwnDown ? 'no network' : { ...success(), hold, bookings: [booked], server_time: order.server_time },
    'POST /api/user/confirmCashPayment': confirm,
  });
  const view = renderScreen({
    path: '/booking-status',
    component: () => (
      <main tabIndex={-1}>
        <BookingStatusPage />
      </main>
    ),
    search: orderSearch,
    at: `/booking-status${query}`,
    state,
    leaving,
    ...(before !== undefined && { before }),
  });
  return { ...view, log };
}

beforeEach(() => {
  // Unmounts the screen of the test before, whose cleanup would remove the countdown that this test stores.
  cleanup();
  signIn();
});

describe('the booking status', () => {
  test('shows the outcome with its countdown over the pass', async () => {
    open(`?orderId=${ORDER}`);
    expect(await screen.findByRole('heading', { name: "You're on!" })).toBeTruthy();
    expect(screen.getByText('your booking')).toBeTruthy();
    expect(screen.getByText(`#${ORDER}`)).toBeTruthy();
    expect(screen.getByText('7:00 – 7:55 PM')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/^Taking you to your pass in (10|9) s$/);
    expect((await screen.findByRole('link', { name: /^Route Me/ })).getAttribute('href')).toBe(
      'https://maps.example.in/default',
    );
    expect(localStorage.getItem('bookingStatusCountdown')).toMatch(new RegExp(`^${ORDER}\\|\\d+$`));
  });

  test('opens the pass when the countdown ends, and deletes the stored countdown', async () => {
    localStorage.setItem('bookingStatusCountdown', `${ORDER}|${Date.now() - 1}`);
    const { place } = open(`?orderId=${ORDER}`);
    await waitFor(() => expect(place()).toBe(`/booking-confirmation?orderId=${ORDER}`));
    expect(localStorage.getItem('bookingStatusCountdown')).toBeNull();
  });

  test('does not bring a player back who is leaving when the countdown ends, and goes on once they are back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const leaving = deferred<void>().promise;
      const { place, back, forward } = open(`?orderId=${ORDER}`, order, order, { before: '/location', leaving });
      expect(await screen.findByRole('heading', { name: "You're on!" })).toBeTruthy();
      act(() => back());
      // The screen of the venues is still loading.
      await act(() => vi.advanceTimersByTimeAsync(12_000));
      expect(screen.getByRole('timer').textContent).toMatch(/ 0 s$/);
      expect(place()).toBe('/location');
      act(() => forward());
      await waitFor(() => expect(place()).toBe(`/booking-confirmation?orderId=${ORDER}`));
    } finally {
      vi.useRealTimers();
    }
  });

  test('shows no failure to a player who has paid and is leaving for a screen that is still loading', async () => {
    const unpaid = { ...order, status: 'held' as const };
    const leaving = deferred<void>().promise;
    const { place, back } = open(`?orderId=${ORDER}`, unpaid, unpaid, {
      state: { paidHere: true },
      before: '/location',
      leaving,
    });
    expect(await screen.findByRole('heading', { name: 'Your payment is on its way' })).toBeTruthy();
    await act(async () => back());
    expect(place()).toBe('/location');
    expect(screen.getByRole('heading', { name: 'Your payment is on its way' })).toBeTruthy();
  });

  test('stays open if the player stops the countdown, also after a reload', async () => {
    const { user, place } = open(`?orderId=${ORDER}`);
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(screen.queryByRole('timer')).toBeNull();
    expect(document.activeElement?.textContent, 'the button with the focus is gone').toMatch(/^Take your time/);
    expect(localStorage.getItem('bookingStatusCountdown')).toBeNull();
    // A reload runs no cleanup, so what the tab keeps is still there.
    const kept = sessionStorage.getItem('booking-status-stopped')!;
    cleanup();
    expect(sessionStorage.getItem('booking-status-stopped')).toBeNull();
    sessionStorage.setItem('booking-status-stopped', kept);
    open(`?orderId=${ORDER}`);
    expect(await screen.findByText('Take your time, this page stays.')).toBeTruthy();
    expect(place()).toBe(`/booking-status?orderId=${ORDER}`);
  });

  test('shows a failure without an order, requests no order and leads to the venues', async () => {
    const { user, place, log } = open('');
    expect(await screen.findByRole('heading', { name: 'No booking this time' })).toBeTruthy();
    expect(
      log.map(({ call }) => call),
      'the page requests the held court, and no order',
    ).toEqual(['GET /api/user/own_courts']);
    await user.click(screen.getByRole('button', { name: 'Pick a court' }));
    await waitFor(() => expect(place()).toBe('/location'));
  });

  test.each<[string, Reply<'GET /api/user/get_order_info'>]>([
    ['without a network', 'no network'],
    ['that the server refuses', [503, refuse('unavailable', 'Busy.')]],
  ])('a pass %s says when it was seen, in the zone of its venue, by the server’s clock', async (_case, reply) => {
    // The clock of the device is a day ahead.
    vi.setSystemTime('2026-11-22T10:00:00Z');
    const seenOrder = { ...order, timezone: 'Asia/Dubai', server_time: '2026-11-21T08:00:00Z' };
    rememberPass(seenOrder, Date.parse('2026-11-22T08:00:00Z'));
    open(`?orderId=${ORDER}`, reply);
    const seen = 'We could not update your pass. This is how you saw it on Sat 21 Nov, 12:00 PM.';
    expect(await screen.findByText(seen)).toBeTruthy();
  });

  test('loads no order without a session, and leads home', async () => {
    endSession();
    localStorage.setItem('bookingStatusCountdown', `unknown ${ORDER}|${Date.now() - 1}`);
    const { place, log } = open(`?orderId=${ORDER}`);
    await waitFor(() => expect(place()).toBe('/'));
    expect(log).toHaveLength(0);
  });

  test('shows an unknown outcome if the order does not load, and loads it again on request', async () => {
    const { user } = open(`?orderId=${ORDER}`, 'no network');
    expect(await screen.findByRole('heading', { name: 'We are not sure yet' })).toBeTruthy();
    serve({ 'GET /api/user/get_order_info': () => order });
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByRole('heading', { name: "You're on!" })).toBeTruthy();
    expect(document.activeElement, 'the pressed button is gone').toBe(screen.getByRole('main'));
  });

  test('shows no failure of an order that is held before it knows how long, and looks again on request', async () => {
    const unpaid = { ...order, status: 'held' as const, payment_status: 'unpaid' as const };
    const { user } = open(`?orderId=${ORDER}`, unpaid, unpaid, { isOwnDown: true });
    expect(await screen.findByRole('heading', { name: 'We are not sure yet' })).toBeTruthy();
    expect(screen.queryByText(/^Nothing was booked/)).toBeNull();
    serve({
      'GET /api/user/own_courts': () => ({ ...success(), hold: held, bookings: [], server_time: order.server_time }),
      'GET /api/user/get_order_info': () => unpaid,
    });
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByRole('heading', { name: 'Not booked yet' })).toBeTruthy();
  });

  test.each(['cancelled', 'completed'] as const)('opens the pass of a %s booking, not a success', async (status) => {
    const { place } = open(`?orderId=${ORDER}`, { ...order, status });
    await waitFor(() => expect(place()).toBe(`/booking-confirmation?orderId=${ORDER}`));
    expect(screen.queryByText("You're on!")).toBeNull();
  });

  test.each<[components['schemas']['OnlinePayment']['state'], RegExp]>([
    ['refund_approved', /₹800 goes back in full/],
    ['refund_issued', /₹800 goes back in full/],
    ['refund_processed', /₹800 went back in full/],
    ['refund_failed', /₹800 could not be sent back yet\. Nothing is lost/],
  ])('shows the state of a refund without a booking: %s', async (state, message) => {
    const online_payment = { state, refund: 800, refund_reason: 'paid_late' };
    open(`?orderId=${ORDER}`, { ...order, status: 'expired', online_payment });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText(/came too late to be used for this booking/)).toBeTruthy();
  });

  test.each<[components['schemas']['OnlinePayment']['state'], string, RegExp]>([
    ['refund_approved', 'Your money is on its way back', /₹500 goes back to where it came from/],
    ['refund_processed', 'Your money went back', /₹500 went back to where it came from/],
  ])('what is left of a payment is no full refund: %s', async (state, title, message) => {
    const online_payment = { state, refund: 500, refund_reason: 'wrong_amount' };
    open(`?orderId=${ORDER}`, { ...order, status: 'expired', online_payment });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.getByText(/or a part of it had gone back already/)).toBeTruthy();
    expect(screen.queryByText(/in full|full refund/)).toBeNull();
  });

  test('a payment that the provider gave back before it was counted is no failure, and no court was lost', async () => {
    const online_payment = { state: 'refund_processed' as const, refund: 800, refund_reason: null };
    open(`?orderId=${ORDER}`, { ...order, status: 'held', online_payment });
    expect(await screen.findByText(/payment of ₹800 arrived and was given back;/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Your money went back' })).toBeTruthy();
    expect(screen.queryByText(/could not keep this court/)).toBeNull();
    expect(screen.queryByText(/in full|full refund/), 'a few paise may be missing').toBeNull();
  });

  test('polls an order that is not booked yet until it is a success', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      open(`?orderId=${ORDER}`, { ...order, status: 'held' }, order);
      expect(await screen.findByRole('heading', { name: 'No booking this time' })).toBeTruthy();
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await screen.findByRole('heading', { name: "You're on!" })).toBeTruthy();
      const { textContent } = screen.getByRole('timer');
      expect(textContent, 'not what was left of the failure').toMatch(/^Taking you to your pass in (10|9) s$/);
    } finally {
      vi.useRealTimers();
    }
  });

  test('shows no success for an order that was never booked', async () => {
    open(`?orderId=${ORDER}`, { ...order, status: 'expired' });
    expect(await screen.findByRole('heading', { name: 'No booking this time' })).toBeTruthy();
    expect(screen.getByText(/The courts are still there/)).toBeTruthy();
  });

  test('says of a hold that ended with its court that the venue closed it, also when the page is opened later', async () => {
    open(`?orderId=${ORDER}`, { ...order, status: 'expired', hold_closed: true });
    expect(await screen.findByRole('heading', { name: 'No booking this time' })).toBeTruthy();
    expect(screen.getByText(/The venue had to close Court 3 at this hour/)).toBeTruthy();
    expect(screen.queryByText(/The courts are still there/)).toBeNull();
  });

  test.each<[components['schemas']['OnlinePayment']['state'], RegExp]>([
    ['under_way', /The venue had to close this court before your bank answered/],
    ['refund_approved', /^The venue had to close this court\.$/],
  ])('of a payment for such a hold it names the venue: %s', async (state, message) => {
    const online_payment = { state, refund: 800, refund_reason: state === 'under_way' ? null : 'paid_late' };
    open(`?orderId=${ORDER}`, { ...order, status: 'expired', hold_closed: true, online_payment });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText(/hold ran out|came too late/)).toBeNull();
  });
});

describe('a booking that was refused while the court is still held', () => {
  const refusal = (over: object = {}) => ({
    refusal: {
      orderid: ORDER,
      by: 'online',
      message: 'Online is not answering.',
      code: 'payment_unavailable',
      coupon: '',
      ...over,
    },
  });

  test('shows the reason and the time left, and can be paid at the court', async () => {
    const { user, place, log } = open('', order, order, { hold: held, state: refusal() });
    expect(await screen.findByRole('heading', { name: 'Not booked yet' })).toBeTruthy();
    expect(screen.getByText('Online is not answering.')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('8:00');
    expect(screen.queryByText(/Back to the venues in/)).toBeNull();
    const again = screen.getByRole('link', { name: 'Try online again' });
    expect(again.getAttribute('href')).toMatch(new RegExp(`court=103&order=${ORDER}$`));
    await user.click(screen.getByRole('button', { name: 'Pay at court · ₹800' }));
    await waitFor(() => expect(place()).toBe(`/booking-status?orderId=${ORDER}`));
    expect(log.filter(({ call }) => call.endsWith('confirmCashPayment'))).toHaveLength(1);
  });

  test('keeps the coupon for the next try', async () => {
    open('', order, order, { hold: held, state: refusal({ coupon: 'DINK10' }) });
    const again = await screen.findByRole('link', { name: 'Try online again' });
    expect(again.getAttribute('href')).toMatch(/coupon=DINK10$/);
  });

  test('keeps the total with the coupon after a second refusal', async () => {
    const { user, log } = open('', order, order, {
      hold: held,
      state: refusal({ coupon: 'DINK10', total: 750 }),
      confirm: () => refuse('internal', 'Not now.'),
    });
    const sent = () => log.filter(({ call }) => call.endsWith('confirmCashPayment')).map(({ query }) => query);
    await user.click(await screen.findByRole('button', { name: 'Pay at court' }));
    expect(await screen.findByText('Not now.')).toBeTruthy();
    const again = () => screen.getByRole('button', { name: 'Pay at court' });
    await waitFor(() => expect(again().getAttribute('aria-busy')).not.toBe('true'));
    await user.click(again());
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent().map((query) => [query.get('promocode'), query.get('total_paise')])).toEqual([
      ['DINK10', '75000'],
      ['DINK10', '75000'],
    ]);
  });

  test('lists the unpaid games if there are too many', async () => {
    const message = 'You already have 4 games to pay at the court. Play or cancel one of them first.';
    open('', order, order, { hold: held, state: refusal({ by: 'court', code: 'too_many_unpaid', message }) });
    expect(await screen.findByText(message)).toBeTruthy();
    const games = screen.getByRole('region', { name: 'Waiting to be paid at the court' });
    expect(games.querySelector('a')?.getAttribute('href')).toBe('/history-details/2222222222');
    expect(screen.queryByRole('button', { name: /^Pay at court/ })).toBeNull();
  });

  test.each([
    ['of an address without an order', '', 'under_way'],
    ['that only own_courts reports yet', `?orderId=${ORDER}`, null],
  ] as const)('shows a payment in another tab, %s', async (_case, query, state) => {
    const unpaid = { ...order, status: 'held' as const, payment_status: 'unpaid' as const };
    const { queryClient, place } = open(query, unpaid, unpaid, { hold: held, state: refusal() });
    expect(await screen.findByRole('heading', { name: 'Not booked yet' })).toBeTruthy();
    serve({
      'GET /api/user/own_courts': () => ({
        ...success(),
        hold: { ...held, payment_under_way: true },
        bookings: [],
        server_time: order.server_time,
      }),
      'GET /api/user/get_order_info': () => ({
        ...unpaid,
        online_payment: state && { state, refund: 0, refund_reason: null },
      }),
    });
    await act(() => queryClient.invalidateQueries({ queryKey: [OWN_COURTS] }));
    expect(await screen.findByRole('heading', { name: 'Your payment is on its way' })).toBeTruthy();
    expect(screen.queryByText(/Back to the venues in/)).toBeNull();
    expect(place()).toBe(`/booking-status?orderId=${ORDER}`);
  });

  test('says that the venue closed the court while it was held', async () => {
    const { queryClient } = open('', order, order, { hold: held, state: refusal() });
    expect(await screen.findByRole('heading', { name: 'Not booked yet' })).toBeTruthy();
    serve({
      'GET /api/user/own_courts': () => ({ ...success(), hold: null, bookings: [], server_time: order.server_time }),
      'GET /api/user/get_order_info': () => ({ ...order, status: 'expired', hold_closed: true, expires_at: null }),
    });
    await act(() => queryClient.invalidateQueries({ queryKey: [OWN_COURTS] }));
    expect(await screen.findByText(/The venue had to close Court 3 at this hour/)).toBeTruthy();
    expect(screen.queryByText(/The courts are still there/)).toBeNull();
  });

  test('says nothing of the courts before it is known whether the venue closed this one', async () => {
    const { queryClient } = open('', order, order, { hold: held, state: refusal() });
    expect(await screen.findByRole('heading', { name: 'Not booked yet' })).toBeTruthy();
    const slow = deferred<Reply<'GET /api/user/get_order_info'>>();
    serve({
      'GET /api/user/own_courts': () => ({ ...success(), hold: null, bookings: [], server_time: order.server_time }),
      'GET /api/user/get_order_info': () => slow.promise,
    });
    await act(() => queryClient.invalidateQueries({ queryKey: [OWN_COURTS] }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Not booked yet' })).toBeNull());
    expect(screen.getByText('Looking up your booking...')).toBeTruthy();
    expect(screen.queryByText(/The courts are still there/)).toBeNull();
    slow.resolve({ ...order, status: 'expired', hold_closed: true, expires_at: null });
    expect(await screen.findByText(/The venue had to close Court 3 at this hour/)).toBeTruthy();
  });

  test('shows no failure of a court that was booked in another tab, but its success', async () => {
    const { queryClient, place } = open('', order, order, { hold: held, state: refusal() });
    expect(await screen.findByRole('heading', { name: 'Not booked yet' })).toBeTruthy();
    serve({
      'GET /api/user/own_courts': () => ({
        ...success(),
        hold: null,
        bookings: [{ ...booked, orderid: ORDER }],
        server_time: order.server_time,
      }),
      'GET /api/user/get_order_info': () => order,
    });
    await act(() => queryClient.invalidateQueries({ queryKey: [OWN_COURTS] }));
    expect(await screen.findByRole('heading', { name: "You're on!" })).toBeTruthy();
    expect(place()).toBe(`/booking-status?orderId=${ORDER}`);
  });

  test('leaves a player who has gone on to another court there when a refusal arrives', async () => {
    const reply = deferred<ConfirmReply>();
    const { user, place, queryClient } = open('', order, order, {
      hold: held,
      state: refusal(),
      confirm: () => reply.promise,
    });
    await user.click(await screen.findByRole('button', { name: 'Pay at court · ₹800' }));
    await user.click(screen.getByRole('link', { name: 'Pick another court' }));
    await waitFor(() => expect(place()).toMatch(/^\/court-selection\?/));
    reply.resolve(refuse('internal', 'Not now.'));
    expect(await screen.findByText(/Not now\./)).toBeTruthy();
    // The reply is handled whole, with every navigation that it leads to.
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(place()).toMatch(/^\/court-selection\?/);
  });

  test('shows a failure with its countdown once the hold has ended', async () => {
    open('', order, order, { state: refusal() });
    expect(await screen.findByRole('heading', { name: 'No booking this time' })).toBeTruthy();
    expect(screen.getByText(/Back to the venues in \d+ s/)).toBeTruthy();
  });
});
