import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SAMPLE_DAY, sampleInstant, sampleMe } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { MoneyRows, MovedRows } from './AnsweredRows';
import { movedGame, newGame, sampleClosed, sampleGame } from './closure.test-kit';

const [venue] = sampleMe.venues;

test('of a game that was cut short the link to its refund opens the board of its day', async () => {
  if (venue === undefined) throw new Error('the person works at no venue');
  const booking = sampleClosed({
    game: null,
    back_paise: 40_000,
    refunds: [{ amount_paise: 40_000, at_desk: true, status: 'approved', given_back_by: null }],
  });
  renderScreen({
    path: '/',
    component: () => (
      <MoneyRows bookings={[booking]} venue={venue} courts={[]} withDays={false} closedAt={sampleInstant(1104)} />
    ),
  });
  const link = await screen.findByRole('link', { name: /₹400/ });
  expect(link.getAttribute('href')).toBe(`/v/1/board?day=${SAMPLE_DAY}&open=${booking.order}`);
});

test('a booking without an offer was cut short if its game had begun when its court was closed', async () => {
  if (venue === undefined) throw new Error('the person works at no venue');
  const bookings = [
    sampleClosed({ order: '1', minute: 1080, starts_at: sampleInstant(1080), game: null }),
    sampleClosed({ order: '2', minute: 1140, starts_at: sampleInstant(1140), game: null }),
  ];
  const closedAt = sampleInstant(1104);
  renderScreen({
    path: '/',
    component: () => <MoneyRows bookings={bookings} venue={venue} courts={[]} withDays={false} closedAt={closedAt} />,
  });
  expect(await screen.findByText('6 PM, game was cut short')).toBeTruthy();
  expect(screen.getByText('7 PM, no other hour was offered')).toBeTruthy();
});

test('a booking that was imported as paid was paid, and its money goes back outside this program', async () => {
  if (venue === undefined) throw new Error('the person works at no venue');
  const game = sampleGame({ state: 'refunded', back: [], imported_back_paise: 100_000 });
  renderScreen({
    path: '/',
    component: () => (
      <MoneyRows
        bookings={[sampleClosed({ game })]}
        venue={venue}
        courts={[]}
        withDays={false}
        closedAt={sampleInstant(1104)}
      />
    ),
  });
  expect(await screen.findByText('Goes back outside this program')).toBeTruthy();
  expect(screen.getAllByText('₹1,000')).toHaveLength(2);
  expect(screen.queryByText('nothing was paid')).toBeNull();
});

test.each([
  [40, 'too little to give back'],
  [0, 'nothing was paid'],
])('of %i paise that were paid nothing goes back, and the row says why', async (paid_paise, text) => {
  if (venue === undefined) throw new Error('the person works at no venue');
  const game = sampleGame({ state: 'refunded', paid_paise, back: [] });
  renderScreen({
    path: '/',
    component: () => (
      <MoneyRows
        bookings={[sampleClosed({ game })]}
        venue={venue}
        courts={[]}
        withDays={false}
        closedAt={sampleInstant(1104)}
      />
    ),
  });
  expect(await screen.findByText(text)).toBeTruthy();
});

test.each([
  [80, 'too little to give back'],
  [0, 'nothing was paid'],
])('of a game that was cut short with %i paise paid the row says why nothing goes back', async (paid_paise, text) => {
  if (venue === undefined) throw new Error('the person works at no venue');
  const booking = sampleClosed({ game: null, paid_paise });
  renderScreen({
    path: '/',
    component: () => (
      <MoneyRows bookings={[booking]} venue={venue} courts={[]} withDays={false} closedAt={sampleInstant(1104)} />
    ),
  });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('the row of a game that was moved says if it was cancelled since', async () => {
  if (venue === undefined) throw new Error('the person works at no venue');
  const off = { ...movedGame(), new: { ...newGame(), is_cancelled: true } };
  const bookings = [sampleClosed({ order: '1', game: movedGame() }), sampleClosed({ order: '2', game: off })];
  renderScreen({
    path: '/',
    component: () => <MovedRows bookings={bookings} venue={venue} courts={[]} withDays={false} />,
  });
  expect(await screen.findByText('Court 3, 7 PM')).toBeTruthy();
  expect(screen.getByText('Court 3, 7 PM, cancelled since')).toBeTruthy();
});
