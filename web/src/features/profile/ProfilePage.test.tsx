import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentSession } from '@/lib/session';
import { renderScreen } from '@/testing/render-screen';
import { samplePlayer } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { refusal, type Replies, serve, success } from '@/testing/stand-in-server';
import { ProfilePage } from './ProfilePage';

const info = { ...success('ok'), ...samplePlayer };

function open(replies: Replies = {}) {
  const log = serve({ 'GET /api/user/getcustomerinfo': () => info, ...replies });
  return { log, ...renderScreen({ path: '/your-profile', component: ProfilePage }) };
}

beforeEach(() => {
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

test('the page shows the name, the phone, a default picture and a link home', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Asha Patel' })).toBeTruthy();
  expect(screen.getByText('+91 98765 43210')).toBeTruthy();
  expect(screen.getByText('AP'), 'initials in place of a photo').toBeTruthy();
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
});

test('the five entries are in their order, and two of them are links', async () => {
  open();
  const menu = await screen.findByRole('navigation', { name: 'Your account' });
  const entries = [...menu.querySelectorAll('a, button')];
  expect(entries.map((entry) => entry.querySelector('.block')?.textContent)).toEqual([
    'Edit your profile',
    'Account History',
    'Membership details',
    'Share feedback',
    'Log out',
  ]);
  expect(entries.slice(0, 2).map((entry) => entry.getAttribute('href'))).toEqual([
    '/your-profile/profile-update',
    '/your-profile/booking-history',
  ]);
  expect(entries.every((entry) => entry.querySelector('svg') !== null)).toBe(true);
});

test.each(['Membership details', 'Share feedback'])('%s will be available soon', async (entry) => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: entry }));
  expect(screen.getByText('success: Available Soon | This feature will be available soon.')).toBeTruthy();
});

test('logging out clears the session here and on the server, and loads the home page again', async () => {
  const replace = vi.fn<(to: string) => void>();
  vi.stubGlobal('location', { ...window.location, origin: window.location.origin, replace });
  const { user, log } = open({ 'POST /api/user/logout': () => success('ok') });
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'));
  expect(currentSession()).toMatchObject({ token: null, user: null });
  expect(localStorage.getItem('user_token')).toBeNull();
  expect(log.map((request) => request.call)).toContain('POST /api/user/logout');
});

test('without the server a player can still log out', async () => {
  const replace = vi.fn<(to: string) => void>();
  vi.stubGlobal('location', { ...window.location, origin: window.location.origin, replace });
  const { user } = open({ 'POST /api/user/logout': () => 'no network' });
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'));
  expect(currentSession().token).toBeNull();
});

test('data that does not load is reported by a toast and on the screen', async () => {
  open({ 'GET /api/user/getcustomerinfo': () => [500, refusal('internal')] });
  expect(await screen.findByText('error: Error | Failed to load user data.')).toBeTruthy();
  expect(screen.getByText('Your details did not load')).toBeTruthy();
});
