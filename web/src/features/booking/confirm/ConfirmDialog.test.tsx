import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { held, info, open, ORDER } from '@/testing/court-selection';
import { deferred } from '@/testing/deferred';
import { signIn } from '@/testing/sign-in';
import { refusal, success, type Reply } from '@/testing/stand-in-server';

beforeEach(signIn);

describe('the confirm window', () => {
  const RELOADED = `&court=103&order=${ORDER}`;
  /** The order of the window once the venue has closed its court. */
  const closed: typeof info = { ...info, status: 'expired', hold_closed: true, expires_at: null };

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
      await screen.findByText('Free to cancel until Sun 22 Nov, 7:45 AM. If paid, the bank keeps ₹30.'),
    ).toBeTruthy();
  });

  test('names no greater charge of the bank than what is to be paid', async () => {
    open(RELOADED, {
      'GET /api/user/get_order_info': () => ({ ...info, bank_charge: 1_000, may_pay_online: true }),
    });
    expect(await screen.findByText(/If paid, the bank keeps ₹800\.$/)).toBeTruthy();
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
    // A long code leaves room for the discount on a small phone.
    expect(screen.getByText('Coupon WELCOME50').className).toContain('wrap-anywhere');
    await waitFor(() => expect(place()).toMatch(/coupon=WELCOME50/));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Pay at court · ₹800' })).toBeTruthy();
    expect(document.querySelector('dialog s')).toBeNull();
    expect(screen.queryByText('Please enter a coupon code.'), 'removing a coupon requests no code').toBeNull();
    expect(screen.getByRole('button', { name: 'Apply' })).toBe(document.activeElement);
  });

  test('stays closed if the reply to a coupon arrives after closing', async () => {
    const reply = deferred<Reply<'POST /api/user/check_promocode'>>();
    const { user, place, calls, queryClient } = open(RELOADED, {
      'POST /api/user/check_promocode': () => reply.promise,
    });
    await user.type(await screen.findByLabelText('Coupon code'), 'WELCOME50');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(place()).toMatch(/&court=103$/));
    await waitFor(() => expect(calls('cancel_current_order')).toHaveLength(1));
    reply.resolve({ ...success(), error: '0', total_amount: 750, promocode_discount: 50 });
    // The reply is handled whole, with every navigation that it leads to.
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
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
    expect(calls('confirmCashPayment')[0]?.query.get('total_paise')).toBe('75000');
    expect(calls('cancel_current_order')).toHaveLength(0);
    expect(screen.getByText('success: | Booking Confirmed!')).toBeTruthy();
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

  test('says that the venue closed the court if the hold ends before its time, and offers only another court', async () => {
    let isClosed = false;
    const { queryClient } = open(RELOADED, {
      'GET /api/user/get_order_info': () => (isClosed ? closed : info),
    });
    await screen.findByRole('button', { name: 'Pay at court · ₹800' });
    isClosed = true;
    await act(() => queryClient.invalidateQueries({ queryKey: ['open-order', ORDER] }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('The venue had to close this court')).toBeTruthy();
    expect(alert.getByText('Court 3 is closed at this hour. There may be others.')).toBeTruthy();
    expect(alert.queryByRole('button', { name: 'Hold again' })).toBeNull();
    expect(alert.getByRole('button', { name: 'Pick another court' })).toBeTruthy();
  });

  test.each<[string, typeof info]>([
    ['minutes before its end', info],
    ['seconds before its end', { ...info, expires_at: '2026-11-21T04:30:14Z' }],
  ])('says so also if a confirmation is refused because of it, %s', async (_, before) => {
    let isClosed = false;
    const { user } = open(RELOADED, {
      'GET /api/user/get_order_info': () => (isClosed ? closed : before),
      'POST /api/user/confirmCashPayment': () => {
        isClosed = true;
        return refusal('hold_expired');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Pay at court · ₹800' }));
    expect(await screen.findByText('The venue had to close this court')).toBeTruthy();
    expect(screen.queryByText('Your hold has run out')).toBeNull();
  });

  /** Opens the window and ends the hold by a refused confirmation; the order cannot be read again before `read` is resolved. */
  async function openEndedUnread() {
    const read = deferred<typeof info>();
    let isOver = false;
    const opened = open(RELOADED, {
      'GET /api/user/get_order_info': () => (isOver ? read.promise : info),
      'POST /api/user/confirmCashPayment': () => {
        isOver = true;
        return refusal('hold_expired');
      },
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Pay at court · ₹800' }));
    await screen.findByText('Your hold has run out', {}, { timeout: 10_000 });
    return { ...opened, read };
  }

  test('can be closed although the order of an ended hold cannot be read', async () => {
    const { user, place } = await openEndedUnread();
    await user.click(screen.getByRole('button', { name: 'Close and let the court go' }));
    await waitFor(() => expect(place()).toMatch(/&court=103$/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('says that the venue closed the court once the order of an ended hold can be read', async () => {
    const { read } = await openEndedUnread();
    expect(screen.queryByText('The venue had to close this court')).toBeNull();
    read.resolve(closed);
    expect(await screen.findByText('The venue had to close this court')).toBeTruthy();
  });

  test('keeps the focus when the hold has ended, and when the court turns out to be held still', async () => {
    const { user } = open(RELOADED, {
      'POST /api/user/confirmCashPayment': () => refusal('hold_expired'),
      'POST /api/user/add_times': () => held,
    });
    const title = () => screen.getByRole('heading', { name: 'Confirm your details' });
    await user.click(await screen.findByRole('button', { name: 'Pay at court · ₹800' }));
    const again = await screen.findByRole('button', { name: 'Hold again' });
    expect(document.activeElement).toBe(title());
    await user.click(again);
    await screen.findByRole('button', { name: 'Pay at court · ₹800' });
    expect(document.activeElement).toBe(title());
  });

  test('counts down again if the court is held still after its countdown ended', async () => {
    const { user, place, calls } = open(RELOADED, {
      'GET /api/user/get_order_info': () => ({ ...info, expires_at: info.server_time }),
      'POST /api/user/add_times': () => held,
    });
    await user.click(await screen.findByRole('button', { name: 'Hold again' }));
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^(10:00|9:5\d)$/));
    expect(screen.getByRole('button', { name: 'Pay at court · ₹800' })).toBeTruthy();
    expect(place()).toMatch(new RegExp(`order=${ORDER}`));
    expect(calls('cancel_current_order')).toHaveLength(0);
  });

  test('opens the pass of an order that is already booked', async () => {
    const { place } = open(RELOADED, { 'GET /api/user/get_order_info': () => ({ ...info, status: 'confirmed' }) });
    await waitFor(() => expect(place()).toBe(`/booking-confirmation?orderId=${ORDER}`));
  });
});
