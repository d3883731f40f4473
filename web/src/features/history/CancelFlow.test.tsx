import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OWN_COURTS } from '@/api/own-courts';
import { orderSearch } from '@/lib/search';
import { endSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { proxyError, type ReceivedRequest, refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { CancelBookingPage } from './CancelBookingPage';

const inHours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

type Order = typeof sampleOrder;

function order(over: Partial<Order> = {}): Order {
  return {
    ...sampleOrder,
    orderid: '4071553902',
    image: '/images/v.svg',
    starts_at: inHours(30),
    cancel_before: inHours(24),
    server_time: inHours(0),
    ...over,
  };
}

/** The reply to the cancellation of a booking that nothing was paid for. */
const cancelledReply = {
  ...success('Your Booking Has Been Canceled.'),
  refund_amount: 0,
  refund_at_desk: 0,
  refund_due: null,
  status: 'cancelled' as const,
};

async function open(
  info: () => Order,
  cancel: (
    request: ReceivedRequest,
  ) => Reply<'POST /api/user/addCancellation'> | Promise<Reply<'POST /api/user/addCancellation'>>,
) {
  const log = serve({ 'GET /api/user/get_order_info': info, 'POST /api/user/addCancellation': cancel });
  const rendered = renderScreen({
    path: '/cancel-booking',
    component: CancelBookingPage,
    search: orderSearch,
    at: '/cancel-booking?orderId=4071553902',
  });
  return { ...rendered, log, cancellations: () => log.filter((request) => request.call.includes('addCancellation')) };
}

async function openReasons(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Proceed to cancel' }));
  return screen.findByRole('button', { name: 'confirm cancellation' });
}

beforeEach(() => {
  signIn();
});

describe('the three windows of a cancellation', () => {
  test('show what is lost, then ask for the reason, then show the result', async () => {
    let cancelled = false;
    const { user, cancellations } = await open(
      () => order(cancelled ? { status: 'cancelled', can_cancel: false } : {}),
      () => {
        cancelled = true;
        return cancelledReply;
      },
    );
    expect(await screen.findByRole('dialog', { name: 'Leaving the Court?' })).toBeTruthy();
    expect(screen.getByText(/cancelling is free/)).toBeTruthy();
    const confirm = await openReasons(user);
    await user.click(screen.getByLabelText('Unfavorable weather conditions'));
    await user.click(confirm);
    expect(await screen.findByRole('dialog', { name: 'Your Booking Has Been Canceled.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'go to homepage' }).getAttribute('href')).toBe('/');
    expect(cancellations().map((request) => request.body)).toEqual([
      { order_id: '4071553902', reason: 'Unfavorable weather conditions' },
    ]);
    expect(await screen.findByText('Booking cancelled')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Booking cancelled'));
  });

  test('the first window names venue, location, date, time and court', async () => {
    await open(order, () => refusal('internal'));
    const leaving = within(await screen.findByRole('dialog', { name: 'Leaving the Court?' }));
    const facts = leaving.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Venue', 'Riverside Arena'],
      ['Location', 'Akota'],
      ['Date', 'Sun, 22 Nov 2026'],
      ['Time', '7:00 PM'],
      ['Court', 'Court 3'],
    ]);
  });

  test('say until when cancelling is possible in the time zone of the booking’s venue', async () => {
    await open(
      () => order({ cancel_before: '2026-11-22T07:30:00Z', timezone: 'Asia/Dubai' }),
      () => refusal('internal'),
    );
    const leaving = within(await screen.findByRole('dialog', { name: 'Leaving the Court?' }));
    expect(leaving.getByText(/You can cancel until Sun 22 Nov, 11:30 AM\./)).toBeTruthy();
    expect(screen.getByText('Free to cancel until Sun 22 Nov, 11:30 AM.')).toBeTruthy();
  });

  test('the second one opens 300 milliseconds after the first', async () => {
    const { user } = await open(order, () => refusal('internal'));
    const proceed = await screen.findByRole('button', { name: 'Proceed to cancel' });
    const wait = vi.spyOn(window, 'setTimeout');
    await user.click(proceed);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(wait.mock.calls.filter(([, milliseconds]) => milliseconds === 300)).toHaveLength(1);
    wait.mockRestore();
    expect(await screen.findByRole('dialog', { name: 'What changed?' })).toBeTruthy();
  });

  test('the four reasons are offered, none chosen', async () => {
    const { user } = await open(order, () => refusal('internal'));
    await openReasons(user);
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map((radio) => radio.labels?.[0]?.textContent)).toEqual([
      'Found a better court elsewhere',
      'Unfavorable weather conditions',
      'Prefer to reschedule for another time',
      'Something else',
    ]);
    expect(radios.some((radio) => radio.checked)).toBe(false);
  });

  test('the button is busy during the call and ignores a second tap', async () => {
    const answer = deferred<Reply<'POST /api/user/addCancellation'>>();
    const { user, cancellations } = await open(order, () => answer.promise);
    const confirm = await openReasons(user);
    await user.dblClick(confirm);
    expect(confirm.getAttribute('aria-busy')).toBe('true');
    expect(cancellations()).toHaveLength(1);
    answer.resolve(cancelledReply);
    expect(await screen.findByRole('dialog', { name: 'Your Booking Has Been Canceled.' })).toBeTruthy();
  });

  test('the day of the refund is that of the reply, also if another one was shown before', async () => {
    let cancelled = false;
    const answer = deferred<Reply<'POST /api/user/addCancellation'>>();
    const { user, queryClient } = await open(
      () =>
        order({
          total_amount: 800,
          refund_amount: 770,
          payment_status: 'paid',
          paid_amount: 800,
          ...(cancelled ? { status: 'cancel_requested', can_cancel: false } : { refund_due: '2026-11-27T05:30:00Z' }),
        }),
      () => answer.promise,
    );
    await user.click(await openReasons(user));
    cancelled = true;
    await queryClient.refetchQueries({ queryKey: ['order'] });
    expect(await screen.findByText('Cancellation Requested...')).toBeTruthy();
    answer.resolve({
      ...success('ok'),
      refund_amount: 770,
      refund_at_desk: 0,
      refund_due: '2026-12-04T05:30:00Z',
      status: 'cancel_requested',
    });
    expect(await screen.findByText(/We'll refund ₹770 on Fri, 4 Dec/)).toBeTruthy();
  });

  test('the player’s own courts that were loaded before are outdated after it', async () => {
    const { user, queryClient } = await open(order, () => cancelledReply);
    queryClient.setQueryData([OWN_COURTS], { hold: null, bookings: [], requestedAt: 0 });
    await user.click(await openReasons(user));
    await screen.findByRole('dialog', { name: 'Your Booking Has Been Canceled.' });
    expect(queryClient.getQueryState([OWN_COURTS])?.isInvalidated).toBe(true);
  });

  test('no reason is required', async () => {
    const { user, cancellations } = await open(order, () => cancelledReply);
    await user.click(await openReasons(user));
    await screen.findByRole('dialog', { name: 'Your Booking Has Been Canceled.' });
    expect(cancellations()).toHaveLength(1);
  });

  test('a refusal shows the server’s message titled Opps.! and stops the flow', async () => {
    const { user } = await open(order, () => refusal('too_late', 'Less than 6 hours to go.'));
    await user.click(await openReasons(user));
    expect(await screen.findByText('error: Opps.! | Less than 6 hours to go.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('your booking is confirmed')).toBeTruthy();
  });

  test.each([
    ['the reply is a refusal', (): Reply<'POST /api/user/addCancellation'> => refusal('not_confirmed', 'Not now.')],
    ['the reply is lost', (): Reply<'POST /api/user/addCancellation'> => [503, refusal('unknown_outcome', '', 5)]],
  ])(
    'if the venue closed the court meanwhile and %s, the choice is shown and no refund is claimed',
    async (_, reply) => {
      let closed = false;
      const offer = { state: 'open' as const, open_until: inHours(20), new_orderid: null };
      const { user } = await open(
        () =>
          order({
            payment_status: 'paid',
            paid_amount: 800,
            refund_amount: 800,
            ...(closed && { status: 'cancel_requested', cancelled_by: 'venue', can_cancel: false, offer }),
          }),
        () => {
          closed = true;
          return reply();
        },
      );
      const confirm = await openReasons(user);
      const wait = vi.spyOn(window, 'setTimeout');
      await user.click(confirm);
      expect(
        await screen.findByText('We had to close this court. Choose another hour, or your money if you have paid.'),
      ).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      // No window with a result follows.
      expect(wait.mock.calls.filter(([, milliseconds]) => milliseconds === 300)).toHaveLength(0);
      expect(screen.getByRole('button', { name: 'Choose now' })).toBeTruthy();
    },
  );

  test('the first window closes if the booking is cancelled elsewhere, and does not call it too late', async () => {
    let cancelled = false;
    const { queryClient } = await open(
      () => order(cancelled ? { status: 'cancelled', cancelled_by: 'desk', can_cancel: false } : {}),
      () => refusal('internal'),
    );
    expect(await screen.findByRole('dialog', { name: 'Leaving the Court?' })).toBeTruthy();
    cancelled = true;
    await queryClient.refetchQueries({ queryKey: ['order'] });
    expect(await screen.findByText('Booking cancelled')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Booking cancelled'));
    expect(screen.queryByText('Too late to cancel')).toBeNull();
  });

  test('if it is too late, the reason is shown at once and no request is sent', async () => {
    const { user, cancellations } = await open(
      () => order({ can_cancel: false, starts_at: inHours(5), cancel_before: inHours(-1) }),
      () => refusal('internal'),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Too late to cancel' });
    expect(dialog.textContent).toContain('The time to cancel this booking was until ');
    expect(screen.queryByRole('button', { name: 'Proceed to cancel' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Keep my booking' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Too late to cancel')).toBeTruthy();
    expect(cancellations()).toHaveLength(0);
  });

  test('if the reply is lost, the order shows that it was cancelled', async () => {
    let cancelled = false;
    const { user } = await open(
      () => order(cancelled ? { status: 'cancelled' } : {}),
      () => {
        cancelled = true;
        return [503, refusal('unknown_outcome', '', 5)];
      },
    );
    await user.click(await openReasons(user));
    expect(await screen.findByRole('dialog', { name: 'Your Booking Has Been Canceled.' })).toBeTruthy();
  });

  test('if the reply is lost and the booking is not cancelled, no result is claimed', async () => {
    const { user } = await open(order, () => 'no network');
    await user.click(await openReasons(user));
    expect(await screen.findByText(/your booking still stands/)).toBeTruthy();
    expect(screen.queryByText('Your Booking Has Been Canceled.')).toBeNull();
  });

  test('if a proxy answers in place of the server, the order shows that it was cancelled', async () => {
    let cancelled = false;
    const { user } = await open(
      () => order(cancelled ? { status: 'cancelled' } : {}),
      () => {
        cancelled = true;
        return proxyError(504);
      },
    );
    await user.click(await openReasons(user));
    expect(await screen.findByRole('dialog', { name: 'Your Booking Has Been Canceled.' })).toBeTruthy();
  });

  test('if a proxy answers both calls, no result is claimed', async () => {
    let isDown = false;
    const { user } = await open(
      () => (isDown ? proxyError(502) : order()),
      () => {
        isDown = true;
        return proxyError(502);
      },
    );
    await user.click(await openReasons(user));
    expect(await screen.findByText(/^We could not tell whether that went through\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'confirm cancellation' })).toBeTruthy();
  });

  test('a refused api-key is shown, because the session goes on', async () => {
    const { user } = await open(order, () => [401, refusal('bad_api_key', 'Reload the page.')]);
    await user.click(await openReasons(user));
    expect(await screen.findByText('error: Opps.! | Reload the page.')).toBeTruthy();
  });

  test('without a network the message says so, and the window can be closed', async () => {
    const { user } = await open(order, () => 'no network');
    const confirm = await openReasons(user);
    goOffline();
    await user.click(confirm);
    expect((await screen.findByRole('alert')).textContent).toContain('You seem to be offline.');
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('without a token nothing is sent', async () => {
    const { user, cancellations } = await open(order, () => refusal('internal'));
    const confirm = await openReasons(user);
    endSession();
    await user.click(confirm);
    expect(await screen.findByText('error: ERROR | Authentication token is missing!')).toBeTruthy();
    expect(cancellations()).toEqual([]);
  });
});

test('a cancelled booking has no button and no green banner', async () => {
  await open(
    () => order({ status: 'cancelled', can_cancel: false }),
    () => refusal('internal'),
  );
  expect(await screen.findByText('Booking cancelled')).toBeTruthy();
  expect(screen.queryByText('your booking is confirmed')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel Booking' })).toBeNull();
});

test('a booking that is paid in part shows what is paid and what is still to be paid', async () => {
  await open(
    () => order({ paid_amount: 100, due_amount: 700, refund_amount: 70 }),
    () => refusal('internal'),
  );
  expect(await screen.findByText(/You paid ₹100. ₹70 comes back/)).toBeTruthy();
  const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  expect([fact('Total'), fact('Paid'), fact('To pay at the court')]).toEqual(['₹800', '₹100', '₹700']);
});

test('a requested cancellation is shown and has no action', async () => {
  await open(
    () => order({ status: 'cancel_requested', payment_status: 'paid', can_cancel: false }),
    () => refusal('internal'),
  );
  expect(await screen.findByText('Cancellation Requested...')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel Booking' })).toBeNull();
});
