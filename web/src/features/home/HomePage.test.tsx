import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession } from '@/lib/session';
import { renderScreen } from '@/testing/render-screen';
import { signIn } from '@/testing/sign-in';
import { serve, success } from '@/testing/stand-in-server';
import { BelowTheFold } from './BelowTheFold';
import { HomePage } from './HomePage';

const screenOf = (component: () => React.ReactNode) => renderScreen({ path: '/', component });
const target = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href');

beforeEach(() => {
  localStorage.clear();
  endSession();
  serve({ 'GET /api/getvenue': () => ({ ...success(), venue: [] }) });
});

test('a visitor reads the slogan and is invited to register', async () => {
  screenOf(HomePage);
  expect(await screen.findByRole('heading', { level: 1, name: 'pickleball, your way' })).toBeTruthy();
  expect(target('Register Now')).toBe('/join');
  expect(screen.queryByRole('link', { name: 'Book a court now' })).toBeNull();
});

test('a player gets a link to the venues', async () => {
  signIn();
  screenOf(HomePage);
  await screen.findByRole('heading', { level: 1 });
  expect(target('Book a court now')).toBe('/location');
  expect(screen.queryByRole('link', { name: 'Register Now' })).toBeNull();
});

test('the page has three entries: play now, coaching in the group chat, and a membership that is coming soon', async () => {
  screenOf(HomePage);
  await screen.findByRole('heading', { level: 1 });
  expect(target(/^Play now/)).toBe('/location');
  // Known once the brand is loaded.
  await waitFor(() => expect(target(/^Coaching/)).toBe('https://chat.example.in/coaching'));
  const membership = screen.getByText('Membership').closest('li');
  expect(membership?.textContent).toContain('Coming Soon');
  expect(membership?.querySelector('a, button'), 'the membership has no link yet').toBeNull();
});

test('the section Why has four points and is followed by the venues and the community', async () => {
  screenOf(BelowTheFold);
  const points = await screen.findAllByRole('heading', { level: 3 });
  expect(points.map((point) => point.textContent)).toEqual([
    'Community driven',
    'Top notch facilities',
    'Exciting events',
    'World class coaching',
  ]);
  const sections = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(sections).toEqual(['Why we play here', 'Where we play', 'Short of a fourth?']);
});
