import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ownCourtsQuery } from '@/api/own-courts';
import { pause } from '@/lib/pause';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { serve, success } from '@/testing/stand-in-server';
import { HoldLayer } from './HoldLayer';

const held = {
  orderid: '0198c9a1-0000-7000-8000-000000000001',
  venue_id: 1,
  venue: 'Riverside Arena',
  sport_id: 1,
  court_id: 103,
  court: 'Court 3',
  court_type: 'OUTDOOR' as const,
  date: '2026-11-22',
  time: '7:00 PM',
  starts_at: '2026-11-22T13:30:00Z',
  total_amount: 800,
  expires_at: '2026-11-21T04:40:00Z',
  payment_under_way: false,
  may_pay_online: false,
};

beforeEach(() => {
  cleanup();
  signIn();
});

test('the bar keeps the focus when the hold is read again, and counts down to the end that was read', async () => {
  let serverTime = '2026-11-21T04:30:00Z';
  const log = serve({
    'GET /api/user/own_courts': () => ({ ...success(), hold: held, bookings: [], server_time: serverTime }),
  });
  renderScreen({ path: '/about-us', component: HoldLayer });
  const finish = await screen.findByRole('link', { name: 'Finish' });
  expect(screen.getByRole('timer').textContent).toBe('10:00');
  const requestsBefore = log.length;
  finish.focus();
  serverTime = '2026-11-21T04:33:00Z';
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('7:00'));
  expect(log.length).toBeGreaterThan(requestsBefore);
  expect(document.activeElement).toBe(finish);
});

/** The server's time at which the hold ends, and one before. */
const [END, BEFORE] = [held.expires_at, '2026-11-21T04:33:00Z'];
const booked = { ...held, payment_status: 'pay_at_court' as const, due_amount: 800 };

test.each([
  { became: 'has run out', at: END, bookings: [], status: 'expired' as const, isSaid: true },
  { became: 'was booked on another device', at: END, bookings: [booked], status: 'confirmed' as const, isSaid: false },
  { became: 'was released on another device', at: END, bookings: [], status: 'released' as const, isSaid: false },
  { became: 'is over, of which the order cannot be read,', at: END, bookings: [], status: null, isSaid: true },
  { became: 'ended early, of which the order cannot be read,', at: BEFORE, bookings: [], status: null, isSaid: false },
])('a hold that $became is said to have run out: $isSaid', async ({ at, bookings, status, isSaid }) => {
  let isHeld = true;
  const log = serve({
    'GET /api/user/own_courts': () => ({
      ...success(),
      hold: isHeld ? held : null,
      bookings: isHeld ? [] : bookings,
      server_time: at,
    }),
    'GET /api/user/get_order_info': () =>
      status === null ? 'no network' : { ...sampleOrder, orderid: held.orderid, status, expires_at: null },
  });
  const { queryClient } = renderScreen({ path: '/about-us', component: HoldLayer });
  const own = () => queryClient.getQueryData(ownCourtsQuery.queryKey);
  await waitFor(() => expect(own()?.hold?.orderid).toBe(held.orderid));
  const message = /Your hold on Court 3 has run out\./;
  expect(screen.queryByText(message), 'the countdown alone says nothing').toBeNull();
  isHeld = false;
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(own()?.hold).toBeNull());
  // The query client tells the screen in a task of its own, which then asks for the order unless it is among the
  // bookings.
  await act(() => pause(0));
  const isAsked = () => log.some(({ call }) => call === 'GET /api/user/get_order_info');
  await waitFor(() => expect(isAsked()).toBe(bookings.length === 0));
  await act(() => pause(0));
  await waitFor(() => expect(screen.queryAllByText(message)).toHaveLength(isSaid ? 1 : 0));
});

/** A reply may be under way for 15 seconds, by which the end of a hold then is late on the device. */
const SHORTLY_BEFORE = '2026-11-21T04:39:50Z';
const closedText = /The venue had to close Court 3, which you held\./;
const expiredText = /Your hold on Court 3 has run out\./;

test.each([
  { time: 'minutes before its end', at: BEFORE, hold_closed: true, said: closedText, unsaid: expiredText },
  { time: 'seconds before its end', at: SHORTLY_BEFORE, hold_closed: true, said: closedText, unsaid: expiredText },
  { time: 'seconds before its end', at: SHORTLY_BEFORE, hold_closed: false, said: expiredText, unsaid: closedText },
  // As on a page that was in the background when the venue closed the court.
  { time: 'before its end, as is known after it,', at: END, hold_closed: true, said: closedText, unsaid: expiredText },
])('a hold that expires $time is said to have ended so: $said', async ({ at, hold_closed, said, unsaid }) => {
  let isHeld = true;
  serve({
    'GET /api/user/own_courts': () => ({
      ...success(),
      hold: isHeld ? held : null,
      bookings: [],
      server_time: at,
    }),
    'GET /api/user/get_order_info': () => ({
      ...sampleOrder,
      orderid: held.orderid,
      status: 'expired',
      hold_closed,
      expires_at: null,
    }),
  });
  const { queryClient } = renderScreen({ path: '/about-us', component: HoldLayer });
  await waitFor(() => expect(queryClient.getQueryData(ownCourtsQuery.queryKey)?.hold?.orderid).toBe(held.orderid));
  isHeld = false;
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.queryByText(unsaid)).toBeNull();
});
