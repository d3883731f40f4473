import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { OrderInfo } from '@/api/order-info';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { refusal, type Replies, type Reply, serve, success } from '@/testing/stand-in-server';
import { BookingDetails } from './BookingDetails';

const closed: OrderInfo = { ...sampleOrder, status: 'cancelled', cancelled_by: 'venue', cancel_reason: 'Rain' };

function open(order: OrderInfo, replies: Replies = {}) {
  const log = serve(replies);
  return { ...renderScreen({ path: '/x', component: () => <BookingDetails order={order} level={1} /> }), log };
}

beforeEach(() => {
  signIn();
});

const waiting: OrderInfo['offer'] = { state: 'open', open_until: '2026-11-22T12:54:00Z', new_orderid: null };

test('a player whose court was closed is led to the choice', async () => {
  const path = '/r/cl_Zk3fWq0m';
  const { user, place, log } = open(
    { ...closed, offer: waiting },
    { 'GET /api/user/closure_link': () => ({ ...success(), message: '', path }) },
  );
  expect(
    await screen.findByText('We had to close this court. Choose another hour, or your money if you have paid.'),
  ).toBeTruthy();
  expect(screen.getByText('Please answer by Sun 22 Nov, 6:24 PM.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Choose now' }));
  await waitFor(() => expect(place()).toBe('/r/cl_Zk3fWq0m?game=4820193756'));
  expect(log[0]?.query.get('orderid')).toBe('4820193756');
});

test('a late answer does not take the player away from another screen', async () => {
  const answer = deferred<Reply<'GET /api/user/closure_link'>>();
  serve({ 'GET /api/user/closure_link': () => answer.promise });
  const { user, place, back, queryClient } = renderScreen({
    path: '/x',
    before: '/y',
    component: () => <BookingDetails order={{ ...closed, offer: waiting }} level={1} />,
  });
  await user.click(await screen.findByRole('button', { name: 'Choose now' }));
  expect(queryClient.isMutating()).toBe(1);
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Choose now' })).toBeNull());
  answer.resolve({ ...success(), path: '/r/cl_Zk3fWq0m' });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(place()).toBe('/y');
});

test('the deadline of the answer is in the time zone of the booking’s venue', async () => {
  open({ ...closed, timezone: 'Asia/Dubai', offer: waiting });
  expect(await screen.findByText('Please answer by Sun 22 Nov, 4:54 PM.')).toBeTruthy();
});

test('a link that does not load is reported, and the button stays', async () => {
  const { user } = open(
    { ...closed, offer: waiting },
    { 'GET /api/user/closure_link': () => [503, refusal('unavailable', 'Busy.')] },
  );
  await user.click(await screen.findByRole('button', { name: 'Choose now' }));
  expect(await screen.findByText('error: The page did not open | Busy.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose now' })).toBeTruthy();
});

test('a moved game names its new court and hour and links to the new booking', async () => {
  open(
    { ...closed, offer: { ...waiting, state: 'moved', new_orderid: '4071553902' } },
    {
      'GET /api/user/get_order_info': () => ({
        ...sampleOrder,
        orderid: '4071553902',
        court_number: 'Court 11',
        time: '8:00 PM',
      }),
    },
  );
  expect(await screen.findByText('Moved to Court 11, Sun 22 Nov, 8:00 PM')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See your new booking' }).getAttribute('href')).toBe(
    '/history-details/4071553902',
  );
});

test('a booking whose money goes back has no choice any more', async () => {
  open({ ...closed, offer: { ...waiting, state: 'refunded' } });
  expect(await screen.findByText('The venue had to close this court')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose now' })).toBeNull();
});
