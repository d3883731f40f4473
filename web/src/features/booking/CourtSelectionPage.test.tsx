import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { components } from '@/api/schema';
import { courtSearch } from '@/lib/search';
import { endSession, startSession } from '@/lib/session';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder, sampleSlotVenue } from '@/testing/samples';
import { refusal, type Replies, type Reply, serve, success } from '@/testing/stand-in-server';
import { CourtSelectionPage } from './CourtSelectionPage';

const PLACE = 'venue=1&sport=1&device_id=aB3dE5fG7h&date=2026-11-22&time=7%3A00+PM';
const ORDER = '4820193756';

function court(
  number: number,
  available: 'yes' | 'no',
  type: components['schemas']['CourtType'] = 'OUTDOOR',
): components['schemas']['Court'] {
  return {
    court_id: 100 + number,
    court_name: `Court ${number}`,
    court_type: type,
    available,
    price: type === 'INDOOR' ? 900 : 800,
    number,
  };
}

const courts = [court(1, 'yes'), court(2, 'no'), court(3, 'yes'), court(7, 'yes', 'INDOOR'), court(8, 'no', 'INDOOR')];
const slots: components['schemas']['GetTimeslotsAnswer'] = {
  ...success(),
  date: [],
  venue: sampleSlotVenue,
  server_time: '2026-11-21T04:30:00Z',
};
const alternatives: components['schemas']['Alternatives'] = {
  courts: [{ court_id: 101, court_name: 'Court 1', court_type: 'OUTDOOR', price: 800 }],
  hours: [
    { date: '2026-11-22', time: '6:00 PM', price: 800, free: 5 },
    { date: '2026-11-23', time: '7:00 PM', price: 800, free: 9 },
  ],
};
const held: components['schemas']['AddTimesAnswer'] = {
  ...success(),
  orderid: ORDER,
  date: '2026-11-22',
  time: '7:00 PM',
  infodate: 'Sun, 22 Nov 2026 | 7:00 PM',
  court: 'Court 3',
  court_type: 'OUTDOOR',
  location: 'Akota',
  long_location: '12 River Road, Akota',
  venue: 'Riverside Arena',
  total_amount: 800,
  players: 4,
  name: 'Asha Patel',
  play_minutes: 55,
  starts_at: '2026-11-22T13:30:00Z',
  cancel_before: '2026-11-22T07:30:00Z',
  timezone: 'Asia/Kolkata',
  bank_charge: 30,
  may_pay_online: false,
  expires_at: '2026-11-21T04:40:00Z',
  server_time: '2026-11-21T04:30:00Z',
};
const info: typeof sampleOrder = {
  ...sampleOrder,
  status: 'held',
  payment_status: 'unpaid',
  expires_at: held.expires_at,
  can_cancel: false,
};

function open(address: string, replies: Replies = {}) {
  const log = serve({
    'GET /api/getcourt': () => ({ ...success(), courts }),
    'GET /api/gettimeslots': () => slots,
    'POST /api/user/add_times': () => held,
    'GET /api/user/get_order_info': () => info,
    'GET /api/user/own_courts': () => ({
      ...success(),
      hold: null,
      bookings: [],
      server_time: info.server_time,
    }),
    'POST /api/user/cancel_current_order': () => success(),
    'POST /api/user/confirmCashPayment': () => ({ ...success(), orderid: ORDER, total_amount: 800 }),
    ...replies,
  });
  const view = renderScreen({
    path: '/court-selection',
    component: CourtSelectionPage,
    search: courtSearch,
    at: `/court-selection?${PLACE}${address}`,
  });
  return { ...view, calls: (name: string) => log.filter((request) => request.call.endsWith(name)) };
}

/** Phones and larger screens have a button each; the stylesheet shows one of them. */
async function goOn(user: ReturnType<typeof open>['user'], taps: 'click' | 'dblClick' = 'click') {
  await screen.findByRole('group', { name: /^Outdoor courts/ });
  const [button] = screen.getAllByRole('button', { name: /^Continue/ });
  await user[taps](button!);
}

beforeEach(() => {
  localStorage.clear();
  startSession('so_1', { customer_id: '17', full_name: 'Asha Patel', email: 'a@b.in', phone_no: '+919876543210' });
});

describe('the court map', () => {
  test('tells a screen reader which courts are free, where and at what price', async () => {
    open('');
    const outdoor = await screen.findByRole('group', { name: 'Outdoor courts, 2 of 3 free' });
    expect(within(outdoor).getByRole('button', { name: 'Court 3, outdoor, free, ₹800' })).toBeTruthy();
    expect(within(outdoor).getByRole('button', { name: 'Court 2, outdoor, taken' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('group', { name: 'Indoor courts, 1 of 2 free' })).toBeTruthy();
  });

  test('preselects the court of the address, and writes a newly chosen court into the address', async () => {
    const { user, place } = open('&court=103');
    expect(await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Court 7, indoor, free, ₹900' }));
    await waitFor(() => expect(place()).toMatch(/&court=107$/));
  });

  test('holds the court just chosen if Continue is tapped before the next render', async () => {
    const { calls } = open('&court=103');
    await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' });
    const [button] = screen.getAllByRole('button', { name: 'Continue: Hold Court 3 · ₹800' });
    act(() => {
      screen.getByRole('button', { name: 'Court 7, indoor, free, ₹900' }).click();
      button?.click();
    });
    await waitFor(() => expect(calls('add_times')).toHaveLength(1));
    expect(calls('add_times')[0]?.body).toMatchObject({ court_id: 107 });
  });

  test('ignores a click on the chosen court', async () => {
    const { user, place } = open('&court=103');
    const before = place();
    await user.click(await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' }));
    expect(place()).toBe(before);
  });

  test('reports that the court of the address is taken, and does not choose it', async () => {
    open('&court=102');
    expect(await screen.findByText('Court 2 is taken at this hour. Pick another one.')).toBeTruthy();
    expect(screen.queryByText('Somebody was faster')).toBeNull();
    expect(screen.queryByRole('button', { name: /selected/ })).toBeNull();
  });

  test.each([
    ['2026-11-21', '6:00 AM', 'Sat 21 Nov, 6:00 AM is over'],
    ['2020-01-01', '7:00 PM', 'Wed 1 Jan, 7:00 PM is over'],
    ['2026-11-21', '11:00 PM', 'Closed on Sat 21 Nov, 11:00 PM'],
    ['2027-03-01', '7:00 PM', 'Mon 1 Mar, 7:00 PM is too far ahead'],
  ])('gives the reason for an hour that is not offered: %s %s', async (date, time, message) => {
    open(`&court=102&date=${date}&time=${time}`, {
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'no'), court(2, 'no')] }),
      'GET /api/gettimeslots': () => ({
        ...slots,
        date: [
          {
            date: { date: '2026-11-21', weekday: 'Sat', day: '21' },
            slots: [{ time: '7:00 PM', type: 'EVENING', price: 800, free: 2 }],
            closed: [
              { time: '6:00 AM', reason: 'past' },
              { time: '11:00 PM', reason: 'closed' },
            ],
          },
        ],
      }),
    });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText(/taken/i)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Pick another hour' }).getAttribute('href')).toMatch(/court=102/);
  });

  test('links the finished steps to their screens with everything that was chosen', async () => {
    open('&court=103');
    await screen.findByRole('button', { name: 'Court 3, outdoor, selected, ₹800' });
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('Change venue: Riverside Arena')).toBe('/location?date=2026-11-22&time=7%3A00+PM');
    expect(link('Change date and time: Sun 22 Nov, 7:00 PM')).toBe(`/time-date-selection?${PLACE}&court=103`);
    expect(link('Riverside Arena'), 'on larger screens').toBe('/location?date=2026-11-22&time=7%3A00+PM');
    expect(link('Sun 22 Nov, 7:00 PM')).toBe(`/time-date-selection?${PLACE}&court=103`);
  });

  test('shows the server’s message when the courts do not load', async () => {
    open('', { 'GET /api/getcourt': () => refusal('not_found', 'No such hour.') });
    expect(await screen.findByText('Error: No such hour.')).toBeTruthy();
  });
});

describe('continue', () => {
  test('asks for a court if none is chosen', async () => {
    const { user, calls } = open('');
    await goOn(user);
    expect(
      await screen.findByText(
        "warning: Don't Forget Your Court! | You need to pick a court before moving forward. Select one now and let the fun begin!",
      ),
    ).toBeTruthy();
    expect(calls('add_times')).toHaveLength(0);
  });

  test('sends a visitor to login and back to this court', async () => {
    endSession();
    const { user, place, placeState } = open('&court=103');
    await goOn(user);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(placeState()['returnUrl']).toBe(`?${PLACE}&court=103`);
    expect(
      screen.getByText(
        "warning: Almost There! Sign In to Continue | Just a quick login and you're all set to complete your booking!",
      ),
    ).toBeTruthy();
  });

  test('sends a visitor to login also if the address names an order of an ended session', async () => {
    endSession();
    const { user, place, placeState } = open(`&court=103&order=${ORDER}`);
    await goOn(user);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(screen.getByText(/^warning: Almost There! Sign In to Continue/)).toBeTruthy();
    expect(placeState()['returnUrl']).toBe(`?${PLACE}&court=103`);
  });

  test('holds once for two taps, and writes the order into the address', async () => {
    const { user, place, calls } = open('&court=103');
    await goOn(user, 'dblClick');
    expect(await screen.findByRole('dialog', { name: 'Confirm your details' })).toBeTruthy();
    expect(calls('add_times')).toHaveLength(1);
    expect(calls('add_times')[0]?.body).toEqual({
      sport_id: 1,
      venue_id: 1,
      court_id: 103,
      date: '2026-11-22',
      time: '7:00 PM',
    });
    expect(place()).toMatch(/&court=103&order=4820193756$/);
  });

  test('reports a court that another player took, and unselects it', async () => {
    let free: 'yes' | 'no' = 'yes';
    const { user, place, calls } = open('&court=103', {
      'GET /api/getcourt': () => ({ ...success(), courts: [...courts.slice(0, 2), court(3, free)] }),
      'POST /api/user/add_times': () => {
        free = 'no';
        return { ...refusal('slot_taken', 'Taken.'), alternatives };
      },
    });
    await goOn(user);
    expect(await screen.findByText(/^Court 3 was taken just now/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Court 1 · Outdoor · ₹800' })).toBeTruthy();
    expect(calls('alternatives'), 'the refusal brought them').toHaveLength(0);
    expect(screen.getByText(/^warning: Don't Forget Your Court!/)).toBeTruthy();
    await waitFor(() => expect(place()).not.toMatch(/court=/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('sends a player whose session has ended to login and back to this court', async () => {
    const { user, place, placeState } = open('&court=103', {
      'POST /api/user/add_times': () => [401, refusal('bad_token', 'Unknown token.')],
    });
    await goOn(user);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(placeState()['returnUrl']).toBe(`?${PLACE}&court=103`);
  });

  test('shows a general error if the server refuses without a message', async () => {
    const { user } = open('&court=103', { 'POST /api/user/add_times': () => [500, refusal('internal')] });
    await goOn(user);
    expect(await screen.findByText('error: Oops! | Something went wrong.! please try again')).toBeTruthy();
  });
});

describe('a chosen court that another player takes', () => {
  /** Another player takes court 3 between the first request and the next. */
  function openAndLose(more: Replies = {}) {
    let free: 'yes' | 'no' = 'yes';
    const view = open('&court=103', {
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'yes'), court(3, free)] }),
      'GET /api/alternatives': () => ({ ...success(), alternatives }),
      ...more,
    });
    const lookAgain = (now: 'yes' | 'no') => {
      free = now;
      window.dispatchEvent(new Event('visibilitychange'));
    };
    return { ...view, lookAgain };
  }

  test('is reported and unselected, and the nearest alternatives are offered', async () => {
    const { user, place, calls, lookAgain } = openAndLose();
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    lookAgain('no');
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    await waitFor(() => expect(place()).not.toMatch(/court=/));
    const hour = await screen.findByRole('link', { name: '6:00 PM · 5 free' });
    expect(hour.getAttribute('href')).toMatch(/time=6%3A00\+PM$/);
    expect(screen.getByRole('link', { name: 'Mon 23, 7:00 PM · 9 free' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Court 1 · Outdoor · ₹800' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm your details' })).toBeTruthy();
    expect(calls('add_times')[0]?.body).toMatchObject({ court_id: 101 });
    expect(place()).toMatch(/&court=101&order=4820193756$/);
  });

  test('is offered again as soon as it is free', async () => {
    const { lookAgain } = openAndLose();
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    lookAgain('no');
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    lookAgain('yes');
    await waitFor(() => expect(screen.queryByText('Somebody was faster')).toBeNull());
    expect(screen.getByRole('button', { name: /^Court 3, .*free/ })).toBeTruthy();
  });

  test('sends a visitor to login and back to the offered court', async () => {
    endSession();
    const { user, place, placeState, lookAgain } = openAndLose();
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    lookAgain('no');
    await user.click(await screen.findByRole('button', { name: 'Court 1 · Outdoor · ₹800' }));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(placeState()['returnUrl']).toMatch(/&court=101$/);
  });

  test('is reported also if the alternatives do not load', async () => {
    const { lookAgain } = openAndLose({ 'GET /api/alternatives': () => 'no network' });
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    lookAgain('no');
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Nearest to what you wanted' })).toBeNull();
  });

  test('is not reported as taken while the player holds or releases it', async () => {
    const { user, place, calls } = open(`&court=103&order=${ORDER}`, {
      // Held by this player, so the list does not show it as free.
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'yes'), court(3, 'no')] }),
      'POST /api/user/cancel_current_order': () => new Promise<Reply<'POST /api/user/cancel_current_order'>>(() => {}),
    });
    await screen.findByRole('button', { name: 'Pay at court · ₹800' });
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(calls('cancel_current_order')).toHaveLength(1));
    expect(place()).toMatch(/&court=103$/);
    expect(screen.queryByText('Somebody was faster')).toBeNull();
  });
});

describe('the player’s own court', () => {
  const slot = { venue_id: 1, venue: 'Riverside Arena', sport_id: 1, court_id: 103, court: 'Court 3' };
  const mine = {
    ...slot,
    orderid: ORDER,
    court_type: 'OUTDOOR' as const,
    date: '2026-11-22',
    time: '7:00 PM',
    starts_at: '2026-11-22T13:30:00Z',
    total_amount: 800,
  };
  const held = {
    ...mine,
    expires_at: '2026-11-21T04:40:00Z',
    payment_under_way: false,
    may_pay_online: false,
  };
  const own = (
    hold: components['schemas']['HeldCourt'] | null,
    bookings: components['schemas']['BookedCourt'][] = [],
  ) => ({
    ...success(),
    hold,
    bookings,
    server_time: '2026-11-21T04:30:00Z',
  });
  const taken = { 'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'yes'), court(3, 'no')] }) };

  test('shows Yours and its time while it is held, and Continue opens the confirm window', async () => {
    const { user, place, calls } = open('&court=103', { ...taken, 'GET /api/user/own_courts': () => own(held) });
    const button = await screen.findByRole('button', {
      name: 'Court 3, outdoor, yours, held for 10 more minutes, finish booking',
    });
    expect(button.textContent).toContain('Yours');
    expect(button.textContent).toMatch(/10:00$/);
    expect(button.getAttribute('aria-pressed')).toBeNull();
    await goOn(user);
    expect(await screen.findByRole('dialog', { name: 'Confirm your details' })).toBeTruthy();
    expect(place()).toMatch(new RegExp(`&court=103&order=${ORDER}$`));
    expect(calls('add_times')).toHaveLength(0);
    expect(screen.queryByText(/is taken at this hour|Somebody was faster/)).toBeNull();
  });

  test('shows Yours once it is booked, and opens its pass', async () => {
    const { user, place } = open('&court=103', {
      ...taken,
      'GET /api/user/own_courts': () => own(null, [{ ...mine, payment_status: 'pay_at_court' as const }]),
    });
    expect(await screen.findByText('Court 3 is yours at this hour: you have booked it.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Court 3, outdoor, yours, booked, open my pass' }));
    await waitFor(() => expect(place()).toBe(`/booking-confirmation?orderId=${ORDER}`));
  });

  test('leads to the booking status while its payment is under way', async () => {
    const { user, place } = open('&court=103', {
      ...taken,
      'GET /api/user/own_courts': () => own({ ...held, payment_under_way: true }),
    });
    await user.click(await screen.findByRole('button', { name: 'See how it stands' }));
    await waitFor(() => expect(place()).toBe(`/booking-status?orderId=${ORDER}`));
  });

  test('is marked only at its own hour and venue', async () => {
    open('', { ...taken, 'GET /api/user/own_courts': () => own({ ...held, time: '8:00 PM' }) });
    expect(await screen.findByRole('button', { name: 'Court 3, outdoor, taken' })).toBeTruthy();
  });

  test('is not reported as another player’s while its owner is unknown', async () => {
    let free: 'yes' | 'no' = 'yes';
    let tell: (reply: Reply<'GET /api/user/own_courts'>) => void = () => {};
    const first = [own(null)];
    open('&court=103', {
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'yes'), court(3, free)] }),
      'GET /api/alternatives': () => ({ ...success(), alternatives }),
      'GET /api/user/own_courts': () =>
        first.pop() ?? new Promise<Reply<'GET /api/user/own_courts'>>((resolve) => (tell = resolve)),
    });
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    free = 'no';
    vi.setSystemTime(Date.now() + 5_000);
    window.dispatchEvent(new Event('visibilitychange'));
    // The reply with the courts has arrived; the one with the player's own courts is still pending.
    await act(() => vi.waitFor(() => expect(tell.length).toBe(1)));
    await act(() => Promise.resolve());
    expect(screen.queryByText('Somebody was faster')).toBeNull();
    expect(screen.getByRole('button', { name: /^Court 3, .*selected/ })).toBeTruthy();
    tell(own(held));
    expect(await screen.findByRole('button', { name: /^Court 3, .*yours, held for/ })).toBeTruthy();
    expect(screen.queryByText('Somebody was faster')).toBeNull();
  });

  test('is reported as booked, not as taken, if it is requested in another tab', async () => {
    let booked = false;
    const { user } = open('&court=103', {
      'POST /api/user/add_times': () => {
        booked = true;
        return refusal('already_booked', 'Yours already.');
      },
      'GET /api/user/own_courts': () => own(null, booked ? [{ ...mine, payment_status: 'paid' }] : []),
    });
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    await goOn(user);
    expect(await screen.findByRole('button', { name: 'Court 3, outdoor, yours, booked, open my pass' })).toBeTruthy();
    expect(screen.queryByText('Somebody was faster')).toBeNull();
  });

  test('is not shown as another player’s after the session ended', async () => {
    endSession();
    const { user, place, placeState } = open(`&court=103&order=${ORDER}`, taken);
    expect(await screen.findByText('You were logged out. Log in to go on with Court 3, held for you.')).toBeTruthy();
    expect(screen.queryByText('Court 3 is taken at this hour. Pick another one.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(placeState()['returnUrl']).toMatch(/&court=103$/);
  });

  test('is reported as released if another tab holds another court, and leads to that one', async () => {
    const other = { ...held, orderid: '1111111111', court_id: 101, court: 'Court 1' };
    open(`&court=103&order=${ORDER}`, {
      'GET /api/user/get_order_info': () => ({ ...info, status: 'released', expires_at: null }),
      'GET /api/user/own_courts': () => own(other),
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You held another court, so this one was released.');
    const finish = within(alert).getByRole('link', { name: 'Finish Court 1' });
    expect(finish.getAttribute('href')).toMatch(/court=101&order=1111111111$/);
    expect(within(alert).queryByRole('button', { name: 'Hold again' })).toBeNull();
  });
});

describe('the confirm window', () => {
  const RELOADED = `&court=103&order=${ORDER}`;

  test('opens again after a reload with the same order', async () => {
    const { calls } = open(RELOADED);
    expect(await screen.findByText('Asha Patel')).toBeTruthy();
    const dialog = screen.getByRole('dialog', { name: 'Confirm your details' });
    expect(within(dialog).getByRole('timer').textContent).toMatch(/^(10:00|9:5\d)$/);
    expect(calls('add_times')).toHaveLength(0);
  });

  test('focuses its title, so that a second Enter presses no button', async () => {
    open(RELOADED);
    await screen.findByRole('button', { name: 'Pay at court · ₹800' });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Confirm your details' }));
  });

  test('shows the end of the cancellation period by the policy of the order, in the venue’s time zone', async () => {
    open(RELOADED, {
      'GET /api/user/get_order_info': () => ({
        ...info,
        cancel_before: '2026-11-22T03:45:00Z',
        timezone: 'Asia/Dubai',
        may_pay_online: true,
      }),
    });
    expect(
      await screen.findByText('Free to cancel until Sun 22 Nov, 7:45 AM. If paid online, the bank keeps ₹30.'),
    ).toBeTruthy();
  });

  test('warns that the booking cannot be cancelled if it is too late', async () => {
    open(RELOADED, {
      'GET /api/user/get_order_info': () => ({ ...info, cancel_before: info.server_time }),
    });
    expect(await screen.findByText('Too close to the start: this booking cannot be cancelled.')).toBeTruthy();
    expect(screen.queryByText(/Free to cancel until/, { selector: 'dialog *' })).toBeNull();
  });

  test('releases the court when it is closed, and keeps it chosen', async () => {
    const { user, place, calls } = open(RELOADED);
    await screen.findByRole('button', { name: 'Pay at court · ₹800' });
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(calls('cancel_current_order')).toHaveLength(1));
    expect(calls('cancel_current_order')[0]?.query.get('orderid')).toBe(ORDER);
    await waitFor(() => expect(place()).toMatch(/&court=103$/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('applies a coupon, strikes the old total through, and removes the coupon', async () => {
    const { user, calls, place } = open(RELOADED, {
      'POST /api/user/check_promocode': () => ({
        ...success(),
        error: '0',
        total_amount: 750,
        promocode_discount: 50,
      }),
    });
    const field = await screen.findByLabelText('Coupon code');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Please enter a coupon code.')).toBeTruthy();
    await user.type(field, 'WELCOME50');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('button', { name: 'Pay at court · ₹750' })).toBeTruthy();
    expect(calls('check_promocode')[0]?.body).toEqual({
      orderid: ORDER,
      promo_code: 'WELCOME50',
      total_amount: '800',
    });
    expect(document.querySelector('dialog s')?.textContent).toBe('₹800');
    expect(field).toHaveProperty('readOnly', true);
    expect(screen.getByText('Coupon applied successfully!')).toBeTruthy();
    await waitFor(() => expect(place()).toMatch(/coupon=WELCOME50/));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Pay at court · ₹800' })).toBeTruthy();
    expect(document.querySelector('dialog s')).toBeNull();
    expect(screen.queryByText('Please enter a coupon code.'), 'nothing was asked for').toBeNull();
    expect(screen.getByRole('button', { name: 'Apply' })).toBe(document.activeElement);
  });

  test('stays closed if the reply to a coupon arrives after closing', async () => {
    let answer: (reply: Reply<'POST /api/user/check_promocode'>) => void = () => {};
    const { user, place, calls } = open(RELOADED, {
      'POST /api/user/check_promocode': () =>
        new Promise<Reply<'POST /api/user/check_promocode'>>((resolve) => (answer = resolve)),
    });
    await user.type(await screen.findByLabelText('Coupon code'), 'WELCOME50');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(place()).toMatch(/&court=103$/));
    answer({ ...success(), error: '0', total_amount: 750, promocode_discount: 50 });
    await waitFor(() => expect(calls('cancel_current_order')).toHaveLength(1));
    expect(place()).toMatch(/&court=103$/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('confirms once for two taps, with the applied coupon, and opens the status', async () => {
    const { user, place, calls } = open(`${RELOADED}&coupon=WELCOME50`, {
      'POST /api/user/check_promocode': () => ({
        ...success(),
        error: '0',
        total_amount: 750,
        promocode_discount: 50,
      }),
    });
    await user.dblClick(await screen.findByRole('button', { name: 'Pay at court · ₹750' }));
    await waitFor(() => expect(place()).toBe(`/booking-status?orderId=${ORDER}`));
    expect(calls('confirmCashPayment')).toHaveLength(1);
    expect(calls('confirmCashPayment')[0]?.query.get('promocode')).toBe('WELCOME50');
    expect(calls('cancel_current_order')).toHaveLength(0);
    expect(
      screen.getByText('success: | Booking Confirmed!', { normalizer: (text) => text.replace(/ +/g, ' ') }),
    ).toBeTruthy();
  });

  test('shows the server’s message of a refused confirmation and opens the status without an order', async () => {
    const { user, place } = open(RELOADED, {
      'POST /api/user/confirmCashPayment': () => refusal('too_many_unpaid', 'Four open bookings are the most.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Pay at court · ₹800' }));
    await waitFor(() => expect(place()).toBe('/booking-status'));
    expect(screen.getByText(/Four open bookings are the most\./)).toBeTruthy();
  });

  test('shows Something went wrong! titled ERROR for a refusal without a message', async () => {
    const { user, place } = open(RELOADED, {
      'POST /api/user/confirmCashPayment': () => refusal('unavailable'),
    });
    await user.click(await screen.findByRole('button', { name: 'Pay at court · ₹800' }));
    await waitFor(() => expect(place()).toBe('/booking-status'));
    expect(screen.getByText('error: ERROR | Something went wrong!')).toBeTruthy();
  });

  test('offers to hold again after the hold expired, and does so', async () => {
    const { user, place, calls } = open(RELOADED, {
      'GET /api/user/get_order_info': () => ({ ...info, status: 'expired' }),
      'POST /api/user/add_times': () => ({ ...held, orderid: '5555555555' }),
    });
    expect(await screen.findByText('Your hold has run out')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hold again' }));
    expect(await screen.findByRole('button', { name: 'Pay at court · ₹800' })).toBeTruthy();
    expect(place()).toMatch(/order=5555555555/);
    expect(calls('cancel_current_order')).toHaveLength(0);
  });

  test('opens the pass of an order that is already booked', async () => {
    const { place } = open(RELOADED, { 'GET /api/user/get_order_info': () => ({ ...info, status: 'confirmed' }) });
    await waitFor(() => expect(place()).toBe(`/booking-confirmation?orderId=${ORDER}`));
  });
});
