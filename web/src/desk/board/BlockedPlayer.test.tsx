import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem } from '@/testing/desk-server';
import { BOOK, bookedAnswer, field, FIND, open, prepareEach, rohan, submit } from './new-booking.test-kit';

prepareEach();

const APPROVERS = 'GET /api/desk/venues/{venue}/approvers';
const blocked = {
  ...rohan,
  trust: 'blocked' as const,
  block: { last_day: '2026-12-05', reason: 'Threw a racket' },
};
const found = () => ({ bookings: [], more_players: false, players: [blocked] });
const nisha = {
  id: '5',
  name: 'Nisha Trivedi',
  role: 'manager' as const,
  has_pin: false,
  has_app: true,
  has_passkey: false,
};
const approvers = () => ({ people: [nisha], pin_limit_paise: 0 });

test('the panel says how well the chosen player is known', async () => {
  const { user } = open(
    { [FIND]: () => ({ bookings: [], more_players: false, players: [{ ...rohan, trust: 'pays_first', strikes: 2 }] }) },
    '?book=23-1140',
  );
  await user.type(await field(), '1736');
  expect(await screen.findByText('Pays first')).toBeTruthy();
  expect(screen.getByText('Missed 2 games: pays when booking.')).toBeTruthy();
});

test('a blocked player is booked with the approval of a colleague', async () => {
  const { user, calls } = open(
    {
      [FIND]: found,
      [APPROVERS]: approvers,
      [BOOK]: ({ body }) => (body?.['approval'] === undefined ? [403, problem('approval_needed')] : bookedAnswer(body)),
    },
    '?book=23-1140',
  );
  await user.type(await field(), '1736');
  expect(await screen.findByText('Until 5 December 2026: Threw a racket')).toBeTruthy();
  await submit('Book for Rohan Mehta · ₹1,000');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/Rohan Mehta is blocked. Book all the same./)).toBeTruthy();
  expect(screen.queryByText('Nothing was booked')).toBeNull();
  await user.click(await screen.findByRole('radio', { name: 'Nisha Trivedi' }));
  // Without a code nothing is sent.
  await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
  expect(calls(BOOK)).toHaveLength(1);
  await user.type(screen.getByLabelText('Code of the app of Nisha Trivedi'), '123456{Enter}');
  await waitFor(() => expect(calls(BOOK)).toHaveLength(2));
  expect(calls(BOOK)[1]?.body).toMatchObject({ player: { id: '9' }, approval: { staff: '5', code: '123456' } });
});

test('Escape in the approval of a blocked player ends the approval alone, and the new booking stays', async () => {
  const { user, calls } = open(
    { [FIND]: found, [APPROVERS]: approvers, [BOOK]: () => [403, problem('approval_needed')] },
    '?book=23-1140',
  );
  await user.type(await field(), '1736');
  await submit('Book for Rohan Mehta · ₹1,000');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('radio', { name: 'Nisha Trivedi' }));
  await user.type(await screen.findByLabelText('Code of the app of Nisha Trivedi'), '12{Escape}');
  await waitFor(() => expect(screen.queryByText(/is blocked. Book all the same/)).toBeNull());
  await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
  await waitFor(() => expect(calls(BOOK)).toHaveLength(2));
  expect(await screen.findByText(/Rohan Mehta is blocked. Book all the same./)).toBeTruthy();
});

test('a refusal that comes when the next caller is typed is reported, and asks nobody to approve that one', async () => {
  const answer = deferred<readonly [403, ReturnType<typeof problem>]>();
  const { user, calls } = open({ [BOOK]: () => answer.promise }, '?book=23-1140');
  await user.type(await field(), '1736');
  await user.click(await submit('Book for Rohan Mehta · ₹1,000'));
  await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
  await user.clear(await field());
  await user.type(await field(), '9901');
  await submit('Book for Rohini Shah · ₹1,000');
  answer.resolve([403, problem('approval_needed')]);
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toBe('Nothing was bookedRohan Mehta: A manager has to approve this. Ask one to do it.');
  expect(screen.queryByText(/is blocked. Book all the same/)).toBeNull();
});
