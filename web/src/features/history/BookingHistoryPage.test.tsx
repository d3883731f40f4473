import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { components } from '@/api/schema';
import { historySearch } from '@/lib/search';
import { endSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { signIn } from '@/testing/sign-in';
import { refusal, type Reply, serve, success, undescribed } from '@/testing/stand-in-server';
import { BookingHistoryPage } from './BookingHistoryPage';

const PATH = '/your-profile/booking-history';
const ahead: components['schemas']['BookingRecord'] = {
  venue_id: 1,
  sport_id: 1,
  court_id: 103,
  date: '2999-11-21',
  time: '6:00 AM',
  payment_status: 'pay_at_court',
  still_offered: true,
  venue: 'Riverside Arena',
  location: 'Akota',
  carddate: '21 Nov 2999 | 6:00 AM',
  image: '/images/v.svg',
  status: 'confirmed',
  order_id: '#4071553902',
  court: 'Court 3',
  court_type: 'OUTDOOR',
  total_amount: 750,
  due_amount: 750,
  starts_at: '2999-11-21T00:30:00Z',
  refunds: [],
};
const past: components['schemas']['BookingRecord'] = {
  ...ahead,
  order_id: '#4071553901',
  status: 'cancelled',
  starts_at: '2020-01-01T00:30:00Z',
};

const list = (...order: components['schemas']['BookingRecord'][]) => ({
  code: 'bookings' as const,
  message: '',
  params: {},
  order,
});

/** The server's answer with a list, at its present time. */
const answered = (data: ReturnType<typeof list>, server_time = new Date().toISOString()) => ({
  ...success('ok'),
  data,
  server_time,
});

function open(
  reply: () => Reply<'GET /api/user/getBookingHistory'> | Promise<Reply<'GET /api/user/getBookingHistory'>>,
  at = PATH,
) {
  const log = serve({ 'GET /api/user/getBookingHistory': reply });
  return { ...renderScreen({ path: PATH, component: BookingHistoryPage, search: historySearch, at }), log };
}

beforeEach(() => {
  signIn();
});

test('a card names what is still to be paid', async () => {
  open(() => answered(list({ ...ahead, due_amount: 650 })));
  expect((await screen.findByRole('link', { name: /Riverside Arena/ })).textContent).toContain('₹650 to pay');
});

test('games ahead come first, each with its picture, place and time, and a cancelled one says so', async () => {
  open(() => answered(list(past, ahead)));
  const cards = await screen.findAllByRole('link', { name: /Riverside Arena/ });
  expect(cards.map((card) => card.getAttribute('href'))).toEqual([
    '/history-details/4071553902',
    '/history-details/4071553901',
  ]);
  expect(cards[1]?.textContent).toContain('CANCELLED');
  for (const card of cards) {
    expect(card.textContent).toMatch(/^court bookingRiverside Arena.*21 Nov 2999 \| 6:00 AM/);
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/images/v.svg');
  }
});

test('a card opens the details of its order and passes the record on', async () => {
  const { user, place, placeState } = open(() => answered(list(ahead)));
  await user.click(await screen.findByRole('link', { name: /Riverside Arena/ }));
  await waitFor(() => expect(place()).toBe('/history-details/4071553902'));
  expect(placeState()['booking']).toMatchObject({ order_id: '#4071553902' });
});

test('a card keeps the focus when a new booking comes before it', async () => {
  const replies = [list(past), list(ahead, past)];
  const { queryClient } = open(() => answered(replies.shift() ?? list()));
  const card = await screen.findByRole('link', { name: /Riverside Arena/ });
  card.focus();
  await queryClient.refetchQueries({ queryKey: ['history'] });
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Riverside Arena/ })).toHaveLength(2));
  expect(card).toBe(document.activeElement);
});

test('a list that is fetched again the next day is grouped by that day', async () => {
  vi.setSystemTime('2026-11-21T23:50:00+05:30');
  const tonight = { ...ahead, order_id: '#1', starts_at: '2026-11-22T13:30:00Z' };
  const { queryClient } = open(() => answered(list(tonight)));
  expect(await screen.findByRole('heading', { name: 'This week' })).toBeTruthy();
  vi.setSystemTime('2026-11-22T09:00:00+05:30');
  await queryClient.refetchQueries({ queryKey: ['history'] });
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
  vi.setSystemTime('2026-11-23T09:00:00+05:30');
  await queryClient.refetchQueries({ queryKey: ['history'] });
  expect(await screen.findByRole('heading', { name: 'Past and cancelled' })).toBeTruthy();
});

test('the list is grouped by the clock of the server if that of the device is wrong', async () => {
  vi.setSystemTime('2026-11-23T09:00:00+05:30');
  const tonight = { ...ahead, order_id: '#1', starts_at: '2026-11-22T13:30:00Z' };
  open(() => answered(list(tonight), '2026-11-22T03:30:00Z'));
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
});

test('a tab without bookings shows a message with its name and is kept in the address', async () => {
  const { user, place } = open(() => answered(list(ahead)));
  await user.click(await screen.findByRole('tab', { name: 'League' }));
  expect(await screen.findByText('No league history found.')).toBeTruthy();
  expect(place()).toBe(`${PATH}?tab=League`);
});

test('an address with a tab opens it', async () => {
  open(() => answered(list(ahead)), `${PATH}?tab=Event`);
  expect(await screen.findByText('No event history found.')).toBeTruthy();
});

test('a reply without a list counts as empty and toasts A History-Free Zone!', async () => {
  open(() => undescribed({ error: 1, message: 'x', data: { message: '' } }));
  expect(await screen.findByText('error: A History-Free Zone! | No history found.')).toBeTruthy();
  expect(screen.getByText('No all history found.')).toBeTruthy();
});

test('a failed call toasts API Error and can be tried again', async () => {
  let down = true;
  const { user } = open(() => (down ? [503, refusal('unavailable', '', 2)] : answered(list(ahead))));
  expect(await screen.findByText('error: API Error | Failed to fetch history. Please try again.')).toBeTruthy();
  down = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Riverside Arena/ })).toBeTruthy();
});

test('a message is shown while the bookings load', async () => {
  const answer = deferred<Reply<'GET /api/user/getBookingHistory'>>();
  open(() => answer.promise);
  expect(await screen.findByText('Loading your history…')).toBeTruthy();
  answer.resolve(answered(list(ahead)));
  expect(await screen.findByRole('link', { name: /Riverside Arena/ })).toBeTruthy();
  expect(screen.queryByText('Loading your history…')).toBeNull();
});

test('the history of a visitor is not requested', async () => {
  endSession();
  const { log } = open(() => answered(list()));
  expect(await screen.findByRole('tab', { name: 'All' })).toBeTruthy();
  expect(log).toEqual([]);
});
