import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ownCourtsQuery } from '@/api/own-courts';
import type { components } from '@/api/schema';
import { pause } from '@/lib/pause';
import { endSession } from '@/lib/session';
import { alternatives, court, tapContinue, held as newHold, info, open, ORDER } from '@/testing/court-selection';
import { deferred } from '@/testing/deferred';
import { signIn } from '@/testing/sign-in';
import { refusal, success, type Reply } from '@/testing/stand-in-server';

beforeEach(signIn);

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
    await tapContinue(user);
    expect(await screen.findByRole('dialog', { name: 'Confirm your details' })).toBeTruthy();
    expect(place()).toMatch(new RegExp(`&court=103&order=${ORDER}$`));
    expect(calls('add_times')).toHaveLength(0);
    expect(screen.queryByText(/is taken at this hour|Somebody was faster/)).toBeNull();
  });

  test('is held anew if Continue is tapped while its order is being released', async () => {
    const released = deferred<Reply<'POST /api/user/cancel_current_order'>>();
    let isHeld = true;
    const { user, place, calls } = open(`&court=103&order=${ORDER}`, {
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'yes'), court(3, isHeld ? 'no' : 'yes')] }),
      'GET /api/user/own_courts': () => own(isHeld ? held : null),
      'POST /api/user/cancel_current_order': () => released.promise,
      'POST /api/user/add_times': () => ({ ...newHold, orderid: '4820193757' }),
    });
    await screen.findByRole('button', { name: 'Pay at court · ₹800' });
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(calls('cancel_current_order')).toHaveLength(1));
    await tapContinue(user);
    expect(place(), 'the order that goes is not opened').toMatch(/&court=103$/);
    expect(calls('add_times')).toHaveLength(0);
    isHeld = false;
    released.resolve(success());
    expect(await screen.findByRole('dialog', { name: 'Confirm your details' })).toBeTruthy();
    expect(place()).toMatch(/&court=103&order=4820193757$/);
    expect(calls('add_times')).toHaveLength(1);
  });

  test('a tap on the map while its order is being released opens nothing', async () => {
    const { user, place, calls } = open(`&court=103&order=${ORDER}`, {
      ...taken,
      'GET /api/user/own_courts': () => own(held),
      'POST /api/user/cancel_current_order': () => new Promise<Reply<'POST /api/user/cancel_current_order'>>(() => {}),
    });
    await screen.findByRole('button', { name: 'Pay at court · ₹800' });
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(calls('cancel_current_order')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: /^Court 1, / }));
    await user.click(screen.getByRole('button', { name: /^Court 3, / }));
    await waitFor(() => expect(place()).toMatch(/&court=103$/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows Yours once it is booked, and opens its pass', async () => {
    const { user, place } = open('&court=103', {
      ...taken,
      'GET /api/user/own_courts': () =>
        own(null, [{ ...mine, payment_status: 'pay_at_court' as const, due_amount: 800 }]),
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

  test.each<Partial<typeof held>>([{ time: '8:00 PM' }, { venue_id: 2 }])(
    'is marked only at its own hour and venue, not with %o',
    async (other) => {
      const { queryClient } = open('', { ...taken, 'GET /api/user/own_courts': () => own({ ...held, ...other }) });
      await waitFor(() => expect(queryClient.getQueryData(ownCourtsQuery.queryKey)).toBeDefined());
      // The query client tells the screen in a task of its own.
      await act(() => pause(0));
      expect(await screen.findByRole('button', { name: 'Court 3, outdoor, taken' })).toBeTruthy();
    },
  );

  test('is not reported as another player’s while its owner is unknown', async () => {
    let free: 'yes' | 'no' = 'yes';
    const reply = deferred<Reply<'GET /api/user/own_courts'>>();
    const first = [own(null)];
    const { calls, queryClient } = open('&court=103', {
      'GET /api/getcourt': () => ({ ...success(), courts: [court(1, 'yes'), court(3, free)] }),
      'GET /api/alternatives': () => ({ ...success(), alternatives }),
      'GET /api/user/own_courts': () => first.pop() ?? reply.promise,
    });
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    free = 'no';
    vi.setSystemTime(Date.now() + 5_000);
    window.dispatchEvent(new Event('visibilitychange'));
    // The reply with the courts has arrived; the one with the player's own courts is still pending.
    await waitFor(() => {
      expect(calls('getcourt')).toHaveLength(2);
      expect(calls('own_courts').length).toBeGreaterThan(1);
      expect(queryClient.isFetching()).toBe(1);
    });
    // The query client tells the screen in a task of its own.
    await act(() => pause(0));
    expect(screen.queryByText('Somebody was faster')).toBeNull();
    expect(screen.getByRole('button', { name: /^Court 3, .*selected/ })).toBeTruthy();
    reply.resolve(own(held));
    expect(await screen.findByRole('button', { name: /^Court 3, .*yours, held for/ })).toBeTruthy();
    expect(screen.queryByText('Somebody was faster')).toBeNull();
  });

  test('is reported as booked, not as taken, if it was booked in another tab', async () => {
    let booked = false;
    const { user } = open('&court=103', {
      'POST /api/user/add_times': () => {
        booked = true;
        return refusal('already_booked', 'Yours already.');
      },
      'GET /api/user/own_courts': () => own(null, booked ? [{ ...mine, payment_status: 'paid', due_amount: 0 }] : []),
    });
    await screen.findByRole('button', { name: /^Court 3, .*selected/ });
    await tapContinue(user);
    expect(await screen.findByRole('button', { name: 'Court 3, outdoor, yours, booked, open my pass' })).toBeTruthy();
    expect(screen.queryByText('Somebody was faster')).toBeNull();
  });

  test('is said to be booked in an element that was there before', async () => {
    const reply = deferred<Reply<'GET /api/user/own_courts'>>();
    open('&court=103', { ...taken, 'GET /api/user/own_courts': () => reply.promise });
    await screen.findByRole('button', { name: /^Court 1, / });
    const before = screen.getAllByRole('status');
    reply.resolve(own(null, [{ ...mine, payment_status: 'pay_at_court', due_amount: 800 }]));
    const said = await screen.findByText('Court 3 is yours at this hour: you have booked it.');
    expect(before).toContain(said.closest('[role="status"]'));
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

  test.each([
    { court_id: 101, court: 'Court 1', time: '7:00 PM', address: /&time=7%3A00\+PM&court=101&order=1111111111$/ },
    { court_id: 103, court: 'Court 3', time: '8:00 PM', address: /&time=8%3A00\+PM&court=103&order=1111111111$/ },
  ])('is reported as released if another tab holds $court at $time, and leads there', async ({ address, ...newer }) => {
    const other = { ...held, ...newer, orderid: '1111111111' };
    open(`&court=103&order=${ORDER}`, {
      'GET /api/user/get_order_info': () => ({ ...info, status: 'released', expires_at: null }),
      'GET /api/user/own_courts': () => own(other),
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You have a newer hold, so this one was released.');
    const finish = within(alert).getByRole('link', { name: `Finish ${newer.court}` });
    expect(finish.getAttribute('href')).toMatch(address);
    expect(within(alert).queryByRole('button', { name: 'Hold again' })).toBeNull();
  });
});
