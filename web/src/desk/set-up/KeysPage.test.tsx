import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleInstant, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { meQuery } from '@/desk/api/me';
import { KeysPage } from './KeysPage';

const KEYS = 'GET /api/desk/me/keys';
const SESSIONS = 'GET /api/desk/me/sessions';

const pixel = { id: '1', label: 'Pixel', created_at: sampleInstant(-4_000), last_used_at: sampleInstant(700) };
const session = (id: string, device: string, current = false) =>
  ({
    id,
    device,
    current,
    strength: 'passkey',
    started_at: sampleInstant(600),
    last_seen_at: sampleInstant(1_100),
  }) as const;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': () => sampleMe,
    [KEYS]: () => ({ passkeys: [pixel], totp: true }),
    [SESSIONS]: () => ({ sessions: [session('1', 'Chrome on Android', true), session('2', 'Firefox on Windows')] }),
    ...replies,
  });
  return { ...renderScreen({ path: '/set-up/keys', component: KeysWithMe }), log };
}

/** The frame asks who is signed in; here nothing else does. */
function KeysWithMe() {
  useQuery(meQuery);
  return <KeysPage />;
}

const part = (name: string) => screen.findByRole('region', { name });

test('shows the person’s keys and where they are signed in', async () => {
  open();
  expect(await screen.findByText('Signed in as Nisha Trivedi · Manager')).toBeTruthy();
  expect(
    await within(await part('Passkeys')).findByText('Added Thu 19 Nov, 5:20 AM · last used Sun 22 Nov, 11:40 AM'),
  ).toBeTruthy();
  const sessions = within(await part('Where you are signed in'));
  expect(await sessions.findByText('Chrome on Android · This device')).toBeTruthy();
  // One's own session is ended by signing out.
  expect(sessions.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Sign out on Firefox on Windows',
  ]);
});

test('a passkey is removed once, and the list is read again', async () => {
  const passkeys = [pixel];
  const { user, log } = open({
    [KEYS]: () => ({ passkeys: [...passkeys], totp: true }),
    'DELETE /api/desk/me/passkeys/{id}': () => {
      passkeys.pop();
      return [204, null];
    },
  });
  await user.dblClick(await screen.findByRole('button', { name: 'Remove Pixel' }));
  expect(await screen.findByText('You have no passkey yet.')).toBeTruthy();
  const removed = log.filter(({ call }) => call.startsWith('DELETE'));
  expect(removed.map(({ params }) => params)).toEqual([{ id: '1' }]);
  expect(removed[0]?.key).not.toBeNull();
});

test('the only way to sign in stays, and the refusal says why', async () => {
  const { user } = open({ 'DELETE /api/desk/me/passkeys/{id}': () => [409, problem('last_key')] });
  await user.click(await screen.findByRole('button', { name: 'Remove Pixel' }));
  expect(await screen.findByText(/This is the only way you can sign in\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove Pixel' })).toBeTruthy();
});

test('another session is ended', async () => {
  const { user, log } = open({ 'DELETE /api/desk/me/sessions/{id}': () => [204, null] });
  await user.click(await screen.findByRole('button', { name: 'Sign out on Firefox on Windows' }));
  expect(await screen.findByText(/Signed out on Firefox on Windows\./)).toBeTruthy();
  await waitFor(() => expect(log.filter(({ call }) => call === SESSIONS)).toHaveLength(2));
});

test('signing out leads to the sign-in and forgets what was read', async () => {
  const { user, place, queryClient } = open({ 'POST /api/desk/sign-out': () => [204, null] });
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(place()).toBe('/sign-in'));
  await waitFor(() => expect(queryClient.getQueryData(['me'])).toBeUndefined());
});

test('a part that does not load says so, and the others stay', async () => {
  open({ [SESSIONS]: () => [503, problem('unavailable')] });
  expect(await within(await part('Where you are signed in')).findByText('This part did not load')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove Pixel' })).toBeTruthy();
});
