import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession } from '@/lib/session';
import { renderScreen } from '@/testing/render-screen';
import { refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { ForgotPasswordPage } from './ForgotPasswordPage';

function open(reply: () => Reply<'POST /api/forgotpassword'>) {
  const log = serve({ 'POST /api/forgotpassword': reply });
  return {
    log,
    ...renderScreen({ path: '/forgot-password', component: ForgotPasswordPage, state: { returnUrl: '?venue=1' } }),
  };
}

async function requestCode(user: ReturnType<typeof open>['user']) {
  await user.type(await screen.findByLabelText('Phone number'), '98765 43210');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
}

beforeEach(() => {
  localStorage.clear();
  endSession();
});

test.each([0, -1])('error %d goes on to the code of the reset flow with the way back', async (error) => {
  const { user, log, place, placeState } = open(() => ({
    ...success('ok'),
    error,
    user: 'h_2',
    mobile_no: '+91 •3210',
  }));
  await requestCode(user);
  await waitFor(() => expect(place()).toMatch(/^\/mobile-verification\?user=h_2&reg=0&forgot=true/));
  expect(log[0]?.body).toEqual({ user: '+919876543210' });
  expect(placeState()['returnUrl']).toBe('?venue=1');
  expect(Number(localStorage.getItem('otpCountdown'))).toBeGreaterThan(Date.now());
});

test('an error above 0 shows the message and empties the form', async () => {
  const { user, place } = open(() => refusal('throttled', 'Too many codes for today.', 2));
  await requestCode(user);
  expect(await screen.findByText('error: Fail to send OTP | Too many codes for today.')).toBeTruthy();
  expect(screen.queryByRole('alert'), 'reported once').toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('');
  expect(place()).toBe('/forgot-password');
});

test('the error of an unfinished number disappears with its last digit, although the number is then tidied', async () => {
  const { user } = open(() => refusal('internal'));
  const phone = await screen.findByLabelText<HTMLInputElement>('Phone number');
  await user.type(phone, '98765 4321');
  await user.tab();
  expect(await screen.findByText('Phone number must be 10 digits')).toBeTruthy();
  await user.type(phone, '0');
  expect(phone.value).toBe('9876543210');
  await waitFor(() => expect(screen.queryByText('Phone number must be 10 digits')).toBeNull());
  expect(document.activeElement).toBe(phone);
});

test('links lead to login and sign-up', async () => {
  open(() => refusal('internal'));
  expect((await screen.findByRole('link', { name: 'Sign In' })).getAttribute('href')).toBe('/login');
  expect(screen.getByRole('link', { name: 'Join Now' }).getAttribute('href')).toBe('/join');
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
});
