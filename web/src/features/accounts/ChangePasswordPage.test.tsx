import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changePasswordSearch } from '@/lib/search';
import { renderScreen } from '@/testing/render-screen';
import { refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { ChangePasswordPage } from './ChangePasswordPage';
import { forgetResetToken, keepResetToken, resetTokenFor } from './reset-token';

function open() {
  return renderScreen({
    path: '/change-password',
    component: ChangePasswordPage,
    search: changePasswordSearch,
    at: '/change-password?user=h_2',
  });
}

beforeEach(() => {
  localStorage.clear();
  forgetResetToken();
});

test('the new password is sent with handle and reset token, and the player goes to login', async () => {
  keepResetToken('h_2', 'rt_2');
  const log = serve({ 'POST /api/resetpassword': () => success('ok') });
  const { user, place } = open();
  await user.type(await screen.findByLabelText('New password'), 'dinkdink');
  await user.type(screen.getByLabelText('Confirm password'), 'dinkdink');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await waitFor(() => expect(place()).toBe('/login'));
  expect(log[0]).toMatchObject({ body: { id: 'h_2', password: 'dinkdink' }, authorization: 'rt_2' });
  expect(screen.getByText(/Password has been changed successfully!/)).toBeTruthy();
  expect(resetTokenFor('h_2')).toBeNull();
});

test('without a reset token, as after a reload, the screen offers a new code', async () => {
  const log = serve({});
  open();
  const link = await screen.findByRole('link', { name: 'Get a new code' });
  expect(link.getAttribute('href')).toBe('/forgot-password');
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByText('error: ERROR | Authentication token is missing!')).toBeTruthy();
  expect(log).toEqual([]);
});

test('a reset token is valid for its own handle only', async () => {
  keepResetToken('h_other', 'rt_other');
  serve({});
  open();
  expect(await screen.findByRole('link', { name: 'Get a new code' })).toBeTruthy();
});

test('the repetition has no error before it is left, and one as soon as the password is changed after it', async () => {
  keepResetToken('h_2', 'rt_2');
  serve({});
  const { user } = open();
  const password = await screen.findByLabelText('New password');
  const repetition = screen.getByLabelText('Confirm password');
  await user.type(password, 'dinkdink');
  await user.click(repetition);
  await user.type(repetition, 'dink');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(repetition, 'dink');
  await user.type(password, '!');
  expect(await screen.findByText('Passwords must match')).toBeTruthy();
  await user.type(password, '{Backspace}');
  await waitFor(() => expect(screen.queryByText('Passwords must match')).toBeNull());
});

test('a refused password shows the message, with the way to a new code', async () => {
  keepResetToken('h_2', 'rt_2');
  serve({ 'POST /api/resetpassword': () => refusal('grant_expired', 'Too much time has passed.') });
  const { user, place } = open();
  await user.type(await screen.findByLabelText('New password'), 'dinkdink');
  await user.type(screen.getByLabelText('Confirm password'), 'dinkdink');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too much time has passed.');
  expect(screen.getAllByText(/Too much time has passed/)).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Get a new code' }).getAttribute('href')).toBe('/forgot-password');
  expect(place()).toBe('/change-password?user=h_2');
});

test('a used reset token after a lost answer leads to login with the new password, or to a new code', async () => {
  keepResetToken('h_2', 'rt_2');
  const replies: Reply<'POST /api/resetpassword'>[] = ['no network'];
  serve({ 'POST /api/resetpassword': () => replies.shift() ?? refusal('grant_expired', 'Too much time has passed.') });
  const { user } = open();
  await user.type(await screen.findByLabelText('New password'), 'dinkdink');
  await user.type(screen.getByLabelText('Confirm password'), 'dinkdink');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  const link = await screen.findByRole('link', { name: 'Sign In' });
  expect(link.getAttribute('href')).toBe('/login');
  expect(screen.getByRole('alert').textContent).toContain('Your new password may be saved already.');
  expect(screen.getByRole('link', { name: 'Get a new code' }).getAttribute('href')).toBe('/forgot-password');
  expect(screen.queryByText(/Too much time has passed/)).toBeNull();
});

test('a new password needs as many characters as the server requires', async () => {
  keepResetToken('h_2', 'rt_2');
  const log = serve({});
  const { user } = open();
  // The stand-in server requires eight.
  expect(await screen.findByText('At least 8 characters')).toBeTruthy();
  await user.type(screen.getByLabelText('New password'), 'dinkdin{Enter}');
  expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
  expect(log).toEqual([]);
});
