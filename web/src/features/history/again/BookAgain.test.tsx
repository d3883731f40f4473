import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '@/lib/dates';
import { deferred } from '@/testing/deferred';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { sampleSlotVenue } from '@/testing/samples';
import { type Replies, serve, success } from '@/testing/stand-in-server';
import { BookAgain } from './BookAgain';

const SLOT = { venue: 1, sport: 1, court: 3, date: '2026-11-22', time: '7:00 PM' };

function month(full: string[] = []) {
  return {
    ...success(),
    date: Array.from({ length: 31 }, (_, at) => {
      const date = addDays('2026-11-21', at);
      const times = ['6:00 PM', '7:00 PM', '8:00 PM'].filter((time) => !full.includes(`${date} ${time}`));
      return {
        date: { date, weekday: '', day: '' },
        slots: times.map((time) => ({ time, type: 'EVENING' as const, price: 800, free: 2 })),
        closed: [],
      };
    }),
    venue: sampleSlotVenue,
    server_time: '2026-11-21T06:00:00Z',
  };
}

const courts = (available: 'yes' | 'no') => ({
  ...success(),
  courts: [{ court_id: 3, court_name: 'Court 3', court_type: 'OUTDOOR' as const, available, price: 800, number: 3 }],
});

function open(replies: Replies, slot = SLOT) {
  serve(replies);
  return renderScreen({
    path: '/history',
    component: () => <BookAgain slot={slot} venue="Riverside Arena" variant="outline" />,
  });
}

beforeEach(() => localStorage.setItem('device_id', 'aB3dE6gH9j'));
afterEach(() => vi.unstubAllGlobals());

const again = async () => screen.findByRole('button', { name: 'Book again' });

test('one tap leads to the same hour next week with the same court chosen', async () => {
  const { user, place } = open({ 'GET /api/gettimeslots': () => month(), 'GET /api/getcourt': () => courts('yes') });
  await user.click(await again());
  await waitFor(() =>
    expect(place()).toBe(
      '/court-selection?venue=1&sport=1&device_id=aB3dE6gH9j&date=2026-11-29&time=7%3A00+PM&court=3',
    ),
  );
});

test('another court must be chosen if that court is taken', async () => {
  const { user, place } = open({ 'GET /api/gettimeslots': () => month(), 'GET /api/getcourt': () => courts('no') });
  await user.click(await again());
  await waitFor(() => expect(place()).toMatch(/^\/court-selection.*date=2026-11-29&time=7%3A00\+PM$/));
});

test('a taken hour is reported with the nearest free hour', async () => {
  const { user, place } = open({
    'GET /api/gettimeslots': () => month(['2026-11-29 7:00 PM']),
    'GET /api/getcourt': () => courts('yes'),
  });
  await user.click(await again());
  const window = within(await screen.findByRole('dialog', { name: 'No court is free then' }));
  expect(window.getByText('Riverside Arena has no free court on Sun, 29 Nov at 7:00 PM.')).toBeTruthy();
  await user.click(window.getByRole('button', { name: 'Sun, 29 Nov, 8:00 PM' }));
  await waitFor(() => expect(place()).toMatch(/date=2026-11-29&time=8%3A00\+PM&court=3$/));
});

test('a week beyond the bookable month is reported with the last bookable day', async () => {
  const { user } = open({ 'GET /api/gettimeslots': () => month() }, { ...SLOT, date: '2026-12-20' });
  await user.click(await again());
  const window = within(await screen.findByRole('dialog', { name: 'A bit too early' }));
  expect(window.getByRole('button', { name: 'Mon, 21 Dec, 7:00 PM' })).toBeTruthy();
  expect(window.getByRole('button', { name: 'See all hours' })).toBeTruthy();
});

test('a late answer does not bring the player back from another screen', async () => {
  const answer = deferred<ReturnType<typeof month>>();
  serve({ 'GET /api/gettimeslots': () => answer.promise, 'GET /api/getcourt': () => courts('yes') });
  const { user, place, back, queryClient } = renderScreen({
    path: '/history',
    before: '/profile',
    component: () => <BookAgain slot={SLOT} venue="Riverside Arena" variant="outline" />,
  });
  await user.click(await again());
  expect(queryClient.isMutating()).toBe(1);
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Book again' })).toBeNull());
  answer.resolve(month());
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(place()).toBe('/profile');
});

test('a message is shown at once without a network', async () => {
  goOffline();
  const { user, place } = open({});
  await user.click(await again());
  expect(await screen.findByText(/error: Could not look it up \| /)).toBeTruthy();
  expect(place()).toBe('/history');
});
