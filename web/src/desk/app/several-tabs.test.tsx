import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe } from '@/testing/desk-server';
import { stubTabChannels, TabChannel } from '@/testing/tab-channel';

// The modules of the desk open their channels when they are loaded.
stubTabChannels();
const { ME, openDesk, prepareEach } = await import('./desk.test-kit');
const { queryClient } = await import('@/desk/api/query-client');
const { call } = await import('@/desk/api/client');
const { repeatWrite } = await import('@/desk/api/repeat-write');
const { toast } = await import('@/lib/toast');
const { readBookingFor, setBookingFor } = await import('@/desk/lib/booking-for');
await import('@/desk/set-up/KeysPage');
const other = new TabChannel('sideout-desk-session');

prepareEach();

const next: typeof sampleMe = { ...sampleMe, staff: { ...sampleMe.staff, id: '13', name: 'Ravi Shah' } };

test('the other tabs get a message that a person signs out in this one, and who signs in then', async () => {
  const told: unknown[] = [];
  const listen = (event: Event) => told.push((event as MessageEvent<unknown>).data);
  other.addEventListener('message', listen);
  const { user, place } = openDesk('/desk/set-up/keys', {
    'POST /api/desk/sign-out': () => [204, null],
    'POST /api/desk/totp': () => next,
  });
  await screen.findByRole('button', { name: 'Sign out' });
  act(() => toast.success('Asha Patel is checked in.'));
  await screen.findByText('Asha Patel is checked in.');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(told).toEqual(['signed_out']));
  expect(place()).toBe('/desk/sign-in');
  expect(screen.queryByText('Asha Patel is checked in.'), 'the message about a player').toBeNull();
  // The person wanted it: this tab has nothing to explain.
  expect(screen.queryByText(/You are signed out/)).toBeNull();
  await user.type(await screen.findByLabelText('Mobile number'), '9825041736');
  await user.type(screen.getByLabelText('Code of the app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(told).toEqual(['signed_out', { signedIn: '13' }]));
  other.removeEventListener('message', listen);
});

test('a sign-out in another tab leads this one to the sign-in', async () => {
  let isSignedIn = true;
  const { place } = openDesk('/desk/v/1/board', { [ME]: () => (isSignedIn ? sampleMe : [401, problem('signed_out')]) });
  await screen.findByRole('grid');
  isSignedIn = false;
  other.send('signed_out');
  await waitFor(() => expect(place()).toBe('/desk/sign-in?to=%2Fv%2F1%2Fboard'));
  expect(screen.getByText(/You are signed out/)).toBeTruthy();
  expect(queryClient.getQueryData(['me'])).toBeUndefined();
});

test('a tab that missed the sign-out shows nothing of the person before once another one has signed in', async () => {
  let isOnline = true;
  let me = sampleMe;
  openDesk('/desk/v/1/board', { [ME]: () => (isOnline ? me : 'no network') });
  await screen.findByRole('link', { name: /Nisha/ });
  await screen.findByRole('grid');
  setBookingFor({ text: 'Asha Patel', player: '17' });
  act(() => toast.success('Meera Shah is checked in.'));
  await screen.findByText('Meera Shah is checked in.');

  me = next;
  isOnline = false;
  act(() => other.send({ signedIn: '13' }));
  expect(screen.queryByText('Meera Shah is checked in.')).toBeNull();
  // Without the network the desk does not know yet who works at it.
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(screen.queryByRole('link', { name: /Nisha/ })).toBeNull();
  isOnline = true;
  await queryClient.refetchQueries({ queryKey: ['me'] });
  expect(await screen.findByRole('link', { name: /Ravi/ })).toBeTruthy();
  expect(readBookingFor(), 'what the person before had begun').toBeNull();
});

test('once another person has signed in, no write of the one before is repeated, and no refusal of it counts', async () => {
  let me = sampleMe;
  const refusal = deferred<readonly [401, ReturnType<typeof problem>]>();
  let sent = 0;
  const { place } = openDesk('/desk/v/1/board', {
    [ME]: () => me,
    'POST /api/desk/sign-out': () => {
      sent += 1;
      return 'no network';
    },
    'POST /api/desk/lock': () => refusal.promise,
  });
  await screen.findByRole('link', { name: /Nisha/ });
  const lost = repeatWrite((key) => call('post', '/api/desk/sign-out', { key })).catch((cause: unknown) => cause);
  const refused = call('post', '/api/desk/lock', { key: 'k-1' }).catch((cause: unknown) => cause);
  await waitFor(() => expect(sent).toBe(1));
  me = next;
  act(() => other.send({ signedIn: '13' }));
  refusal.resolve([401, problem('signed_out')]);
  expect(await refused).toMatchObject({ code: 'signed_out' });
  expect(await lost).toMatchObject({ status: 0 });
  expect(sent).toBe(1);
  expect(await screen.findByRole('link', { name: /Ravi/ })).toBeTruthy();
  expect(place()).toBe('/desk/v/1/board');
});

test('a sign-in of the same person in another tab reads who they are again, and the board stays', async () => {
  let me = sampleMe;
  openDesk('/desk/v/1/board', { [ME]: () => me });
  const grid = await screen.findByRole('grid');
  me = { ...sampleMe, permissions: { ...sampleMe.permissions, 'player.find': 'yes' } };
  other.send({ signedIn: '12' });
  expect(await screen.findByRole('link', { name: 'Players' })).toBeTruthy();
  expect(screen.getByRole('grid')).toBe(grid);
});
