import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setLanguage } from '@/lib/language';
import { endSession } from '@/lib/session';
import { renderScreen } from '@/testing/render-screen';
import { refusal, serve, success } from '@/testing/stand-in-server';
import { JoinPage } from './JoinPage';

function open() {
  return renderScreen({ path: '/join', component: JoinPage, state: { returnUrl: '?venue=1' } });
}

async function fill(user: ReturnType<typeof open>['user']) {
  await user.type(await screen.findByLabelText('Full name'), 'Asha Patel');
  await user.type(screen.getByLabelText('Email'), 'asha@example.in');
  await user.type(screen.getByLabelText('Phone number'), '098765 43210');
  fireEvent.change(screen.getByLabelText('Birthdate'), { target: { value: '1994-03-08' } });
  await user.click(screen.getByLabelText('Female'));
  await user.type(screen.getByLabelText('Password'), 'dinkdink');
  await user.click(screen.getByRole('checkbox'));
}

beforeEach(() => {
  localStorage.clear();
  endSession();
});

test('a complete form is sent as the specification wants it and leads to the code', async () => {
  const log = serve({ 'POST /api/register': () => ({ ...success('ok'), user: 'h_1', mobile_no: '+91 •3210' }) });
  const { user, place, placeState } = open();
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Join Now' }));
  await waitFor(() => expect(place()).toMatch(/^\/mobile-verification\?user=h_1&reg=1&phone=%2B919876543210/));
  expect(log[0]?.body).toEqual({
    full_name: 'Asha Patel',
    email: 'asha@example.in',
    phone_no: '+919876543210',
    gender: 'female',
    dob: '1994-03-08',
    password: 'dinkdink',
  });
  expect(placeState()['returnUrl']).toBe('?venue=1');
  expect(screen.getByText(/OTP Sent Successfully/)).toBeTruthy();
});

test('an empty form is not sent, every field says why, and the first one has the focus', async () => {
  const log = serve({});
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Join Now' }));
  expect(await screen.findByText('Full name is required')).toBeTruthy();
  for (const message of [
    'Email is required',
    'Phone number is required',
    'Birthdate is required',
    'Password is required',
    'Select your gender.',
    'You must agree to the terms and conditions',
  ]) {
    expect(screen.getByText(message)).toBeTruthy();
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Full name'));
  expect(log).toEqual([]);
});

test('an error changes with the language, and a field without one stays as it is', async () => {
  serve({});
  const { user } = open();
  await user.type(await screen.findByLabelText('Full name'), 'As');
  await user.tab();
  expect(await screen.findByText('Full name must be at least 3 characters')).toBeTruthy();
  onTestFinished(() => setLanguage('en'));
  act(() => setLanguage('hi', { person: { fullNameShort: 'कम से कम 3 अक्षर', emailRequired: 'ईमेल ज़रूरी है' } }));
  expect(await screen.findByText('कम से कम 3 अक्षर')).toBeTruthy();
  expect(screen.queryByText('Full name must be at least 3 characters')).toBeNull();
  expect(screen.queryByText('ईमेल ज़रूरी है')).toBeNull();
});

test('a field shows its error when it is left, and hides it as soon as the value is valid', async () => {
  serve({});
  const { user } = open();
  const name = await screen.findByLabelText('Full name');
  await user.type(name, 'As');
  expect(screen.queryByText('Full name must be at least 3 characters')).toBeNull();
  await user.tab();
  const message = await screen.findByText('Full name must be at least 3 characters');
  expect(name.getAttribute('aria-describedby')).toContain(message.id);
  await user.type(name, 'ha');
  await waitFor(() => expect(screen.queryByText('Full name must be at least 3 characters')).toBeNull());
});

test('an error that more typing cannot fix is shown while typing', async () => {
  serve({});
  const { user } = open();
  await user.type(await screen.findByLabelText('Full name'), '4sha');
  expect(await screen.findByText('Full name must start with a letter.')).toBeTruthy();
});

test('a refusal shows the server’s message in a toast titled Oops!', async () => {
  serve({ 'POST /api/register': () => refusal('invalid', 'You must be 18 or older.') });
  const { user, place } = open();
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Join Now' }));
  expect(await screen.findByText('error: Oops! | You must be 18 or older.')).toBeTruthy();
  expect(place()).toBe('/join');
});

test('a password needs as many characters as the server requires', async () => {
  serve({});
  const { user } = open();
  // The stand-in server requires eight.
  expect(await screen.findByText('At least 8 characters')).toBeTruthy();
  await user.type(screen.getByLabelText('Password'), 'dinkdin');
  await user.tab();
  expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
});

test('a password needs six characters as long as the settings of the server are not known', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network down')));
  const { user } = open();
  expect(await screen.findByText('At least 6 characters')).toBeTruthy();
  const password = screen.getByLabelText('Password');
  await user.type(password, 'dinkd');
  await user.tab();
  expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy();
  await user.type(password, 'i');
  await waitFor(() => expect(screen.queryByText('Password must be at least 6 characters')).toBeNull());
});

test('the terms open in a new tab, at /terms-and-conditions', async () => {
  open();
  const terms = await screen.findByRole('link', { name: /terms and conditions/ });
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms-and-conditions', '_blank']);
});

test('without network the form says so and can be sent again', async () => {
  serve({ 'POST /api/register': () => 'no network' });
  const { user, place } = open();
  await fill(user);
  const toasts = () => screen.getByRole('list', { name: 'toasts' }).textContent;
  const before = toasts();
  await user.click(screen.getByRole('button', { name: 'Join Now' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(toasts(), 'no toast').toBe(before);
  serve({ 'POST /api/register': () => ({ ...success('ok'), user: 'h_1', mobile_no: '+91 •3210' }) });
  await user.click(screen.getByRole('button', { name: 'Join Now' }));
  await waitFor(() => expect(place()).toMatch(/^\/mobile-verification/));
});
