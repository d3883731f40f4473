import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SAMPLE_DAY, sampleMe } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { MoneyRows } from './AnsweredRows';
import { sampleClosed } from './rain.test-kit';

const [venue] = sampleMe.venues;

test('of a game that was cut short the link to its refund opens the board of its day', async () => {
  if (venue === undefined) throw new Error('the person works at no venue');
  const booking = sampleClosed({
    game: null,
    back_paise: 40_000,
    refunds: [{ amount_paise: 40_000, at_desk: true, status: 'approved', given_back_by: null }],
  });
  renderScreen({ path: '/', component: () => <MoneyRows bookings={[booking]} venue={venue} courts={[]} /> });
  const link = await screen.findByRole('link', { name: /₹400/ });
  expect(link.getAttribute('href')).toBe(`/v/1/board?day=${SAMPLE_DAY}&open=${booking.order}`);
});
