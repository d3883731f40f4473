import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openDrawer } from '@/lib/drawer';
import { endSession } from '@/lib/session';
import { renderScreen } from '@/testing/render-screen';
import { signIn } from '@/testing/sign-in';
import { serve, success } from '@/testing/stand-in-server';
import { Layers } from './Layers';
import { layerTexts } from './layer-texts';

beforeEach(() => {
  // The layers of the previous test would notice the end of the session too.
  cleanup();
  signIn();
  serve({
    'GET /api/user/own_courts': () => ({
      ...success(),
      hold: null,
      bookings: [],
      server_time: '2026-11-21T18:20:00Z',
    }),
  });
});

/** Renders the layers over an empty screen at this address, which came with this navigation state. */
const renderLayers = (path: string, state: Record<string, unknown> = {}) =>
  renderScreen({ path, component: Layers, state });

const message = `info: | ${layerTexts.sessionEnded}`;

/** Waits for the list of toasts and for effects, and returns whether the message is in it. */
async function isMessageShown(): Promise<boolean> {
  await screen.findByRole('list', { name: 'toasts' });
  await act(async () => {});
  return screen.queryByText(message) !== null;
}

test('a session that ends on a private screen gets a message, and login returns to that screen', async () => {
  const { place, placeState } = renderLayers('/your-profile');
  expect(await isMessageShown()).toBe(false);
  act(() => endSession(true));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(place()).toBe('/login');
  expect(placeState()).toMatchObject({ returnTo: '/your-profile' });
});

test('a session that ended before the screen was loaded gets a message at login, where its route redirected to', async () => {
  endSession(true);
  const { place, placeState } = renderLayers('/login', { returnTo: '/your-profile' });
  expect(await isMessageShown()).toBe(true);
  expect(place()).toBe('/login');
  expect(placeState(), 'login still returns to the screen').toMatchObject({ returnTo: '/your-profile' });
});

test.each(['/', '/login'])('an ended session shows no message at %s, which needs no session', async (path) => {
  endSession(true);
  const { place } = renderLayers(path);
  expect(await isMessageShown()).toBe(false);
  expect(place()).toBe(path);
});

test('a logout by the player shows no message', async () => {
  endSession();
  renderLayers('/login', { returnTo: '/your-profile' });
  expect(await isMessageShown()).toBe(false);
});

test('the bottom sheet does not stay over another screen', async () => {
  const screens = { path: '/$screen', at: '/mobile-verification', before: '/join' };
  const { back, place } = renderScreen({ ...screens, component: Layers });
  await screen.findByRole('list', { name: 'toasts' });
  act(() => openDrawer({ title: 'No code yet?' }));
  expect(await screen.findByRole('dialog', { name: 'No code yet?' })).toBeTruthy();
  act(() => back());
  await waitFor(() => expect(place()).toBe('/join'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'No code yet?' })).toBeNull());
});
