import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleInstant, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { meQuery } from '@/desk/api/me';
import { KeysPage } from './KeysPage';

const SESSIONS = 'GET /api/desk/me/sessions';

const session = (id: string, device: string, current = false) =>
  ({
    id,
    device,
    current,
    strength: 'totp',
    started_at: sampleInstant(600),
    last_seen_at: sampleInstant(1_100),
  }) as const;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': () => sampleMe,
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
  // A second app cannot be set up beside the first one.
  expect(within(await part('Authenticator app')).queryByRole('button')).toBeNull();
  const sessions = within(await part('Where you are signed in'));
  expect(await sessions.findByText('Chrome on Android · This device')).toBeTruthy();
  // One's own session is ended by signing out.
  expect(sessions.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Sign out on Firefox on Windows',
  ]);
});

test('who has no authenticator app can set one up', async () => {
  open({ 'GET /api/desk/me': () => ({ ...sampleMe, has_key: false }) });
  expect(await within(await part('Authenticator app')).findByRole('button', { name: 'Set up an app' })).toBeTruthy();
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
  expect(await part('Authenticator app')).toBeTruthy();
});
