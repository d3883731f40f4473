import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { signIn } from '@/testing/sign-in';
import { refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { AccountPasswordPage } from './AccountPasswordPage';

const PATH = '/your-profile/your-profile/profile-update/change-password';

function open(reply: () => Reply<'POST /api/user/changepassword'>) {
  const log = serve({ 'POST /api/user/changepassword': reply });
  return { log, ...renderScreen({ path: PATH, component: AccountPasswordPage }) };
}

async function fillAndSubmit(user: ReturnType<typeof open>['user']) {
  await user.type(await screen.findByLabelText('Current password'), 'pickleball');
  await user.type(screen.getByLabelText('New password'), 'smash-2026');
  await user.type(screen.getByLabelText('Confirm new password'), 'smash-2026');
  await user.click(screen.getByRole('button', { name: 'Update password' }));
}

beforeEach(() => {
  signIn();
});

test('a changed password leads back to the profile form with a success toast', async () => {
  const { user, log, place } = open(() => success('ok'));
  await fillAndSubmit(user);
  await waitFor(() => expect(place()).toBe('/your-profile/profile-update'));
  expect(log[0]).toMatchObject({
    body: { old: 'pickleball', password: 'smash-2026', cpassword: 'smash-2026' },
    authorization: 'Bearer so_1',
  });
  expect(screen.getByText(/success: .*Password Updated!/)).toBeTruthy();
});

test('an error above 0 is shown and toasted as a warning, and the old password can be typed again', async () => {
  const { user, place } = open(() => refusal('wrong_password', 'That is not your password.'));
  await fillAndSubmit(user);
  expect(await screen.findByText('warning: Update Unsuccessful | That is not your password.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('That is not your password.');
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
  expect(place()).toBe(PATH);
});

test('the same change again after a lost answer finds the password changed', async () => {
  const replies: Reply<'POST /api/user/changepassword'>[] = [
    'no network',
    refusal('wrong_password', 'That is not your password.'),
    refusal('same_password', 'Pick another.'),
  ];
  const { user, log, place } = open(() => replies.shift() ?? refusal('internal'));
  await fillAndSubmit(user);
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server');
  await user.click(screen.getByRole('button', { name: 'Update password' }));
  await waitFor(() => expect(place()).toBe('/your-profile/profile-update'));
  expect(screen.getByText(/success: .*Password Updated!/)).toBeTruthy();
  expect(screen.queryByText(/That is not your password/)).toBeNull();
  expect(log.map(({ body }) => body)).toEqual([
    { old: 'pickleball', password: 'smash-2026', cpassword: 'smash-2026' },
    { old: 'pickleball', password: 'smash-2026', cpassword: 'smash-2026' },
    { old: 'smash-2026', password: 'smash-2026', cpassword: 'smash-2026' },
  ]);
});

test('an old password that is wrong is refused after a lost answer, too', async () => {
  const replies: Reply<'POST /api/user/changepassword'>[] = ['no network'];
  const { user, place } = open(() => replies.shift() ?? refusal('wrong_password', 'That is not your password.'));
  await fillAndSubmit(user);
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Update password' }));
  expect(await screen.findByText('warning: Update Unsuccessful | That is not your password.')).toBeTruthy();
  expect(place()).toBe(PATH);
});

test('the repetition has no error before it is left, and one as soon as the password is changed after it', async () => {
  const { user } = open(() => refusal('internal'));
  await user.type(await screen.findByLabelText('Current password'), 'pickleball');
  const password = screen.getByLabelText('New password');
  const repetition = screen.getByLabelText('Confirm new password');
  await user.type(password, 'smash-2026');
  await user.click(repetition);
  await user.type(repetition, 'smash');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(repetition, '-2026');
  await user.type(password, '!');
  expect(await screen.findByText('Oops! The passwords don’t match.')).toBeTruthy();
  await user.type(password, '{Backspace}');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a new password needs as many characters as the server requires', async () => {
  const { user, log } = open(() => refusal('internal'));
  // The stand-in server requires eight.
  expect(await screen.findByText('At least 8 characters')).toBeTruthy();
  await user.type(screen.getByLabelText('New password'), 'smash26{Enter}');
  expect(await screen.findByText('New password must be at least 8 characters')).toBeTruthy();
  expect(log).toEqual([]);
});

test('the back button leads to the profile form', async () => {
  open(() => refusal('internal'));
  expect((await screen.findByRole('link', { name: 'Edit your profile' })).getAttribute('href')).toBe(
    '/your-profile/profile-update',
  );
});

test('the fields tell password managers the account, the old and the new password', async () => {
  open(() => refusal('internal'));
  expect((await screen.findByLabelText('Current password')).getAttribute('autocomplete')).toBe('current-password');
  expect(screen.getByLabelText('New password').getAttribute('autocomplete')).toBe('new-password');
  expect(screen.getByLabelText('Confirm new password').getAttribute('autocomplete')).toBe('new-password');
  expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('+919876543210');
});
