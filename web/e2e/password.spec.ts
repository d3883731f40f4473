import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { codeFor } from './player';
import { checkScreen, expect, test } from './screen';

async function logIn(page: Page, phone: string, password: string) {
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test(
  'a forgotten password is changed by a code, and the old one is refused',
  ANY_SIZE,
  async ({ page, server, player }) => {
    const first = await codeFor(server, player.phone);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    await checkScreen(page);
    await page.getByLabel('Phone number').fill(player.phone);
    await page.getByRole('button', { name: 'Send the code' }).click();
    await expect(page).toHaveURL(/\/mobile-verification\?.*forgot=true/);
    await page.getByLabel('Digit 1 of 6').pressSequentially(await codeFor(server, player.phone, first));
    await expect(page.getByText('OTP Verified successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
    await checkScreen(page);
    await page.getByLabel('New password', { exact: true }).fill('smash-2026');
    await page.getByLabel('Confirm password').fill('smash-2025');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Passwords must match')).toBeVisible();
    await checkScreen(page);
    await page.getByLabel('Confirm password').fill('smash-2026');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Password has been changed successfully!')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await logIn(page, player.phone, player.password);
    await expect(page.getByText('Invalid phone number, or password.').first()).toBeVisible();
    await logIn(page, player.phone, 'smash-2026');
    await expect(page).toHaveURL('/');
    await expect(
      server.get('/user/getcustomerinfo', { token: player.token }),
      'a reset ends the session before it',
    ).rejects.toThrow('401');
  },
);

test('the proof of a code does not survive a reload', ANY_SIZE, async ({ page, server, player }) => {
  const first = await codeFor(server, player.phone);
  await page.goto('/forgot-password');
  await page.getByLabel('Phone number').fill(player.phone);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Digit 1 of 6').pressSequentially(await codeFor(server, player.phone, first));
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Please verify again' })).toBeVisible();
  await checkScreen(page);
  await page.getByRole('link', { name: 'Get a new code' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('a signed-in player changes the password and stays signed in', ANY_SIZE, async ({ page, server, signedIn }) => {
  await page.goto('/your-profile/profile-update');
  await expect(page.getByLabel('Full name')).toBeDisabled();
  await expect(page.getByText('Phone number can not be change')).toBeVisible();
  await checkScreen(page);
  await page.getByRole('link', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/your-profile/your-profile/profile-update/change-password');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Please enter your current password.')).toBeVisible();
  await checkScreen(page);
  await page.getByLabel('Current password').fill('wrong-one');
  await page.getByLabel('New password', { exact: true }).fill('smash-2026');
  await page.getByLabel('Confirm new password').fill('smash-2025');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Oops! The passwords don’t match.')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('smash-2026');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Update Unsuccessful')).toBeVisible();
  await page.getByLabel('Current password').fill(signedIn.password);
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Password Updated!')).toBeVisible();
  await expect(page).toHaveURL('/your-profile/profile-update');
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue(signedIn.name);
  const login = await server.post<{ error: number }>('/login', {
    body: { username: `+91${signedIn.phone}`, password: 'smash-2026', device_id: 'e2e0000001' },
  });
  expect(login.error).toBe(0);
});
