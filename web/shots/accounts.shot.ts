import { codeFor, newPlayer, openCodeEntry } from '../e2e/player';
import { expect, stopClock, test } from './fixtures';

test('joining', async ({ page, shoot }) => {
  await page.goto('/join');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot('join', 'empty');
  await page.getByRole('button', { name: 'Join Now' }).click();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await shoot('join', 'errors');
});

test('logging in', async ({ page, shoot }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot('login', 'empty');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await shoot('login', 'errors');
});

test.describe(() => {
  test.use({ running: true });

  test('a refused login', async ({ page, shoot }) => {
    await page.goto('/login');
    await page.getByLabel('Phone number').fill('98765 43210');
    await page.getByLabel('Password', { exact: true }).fill('not-this-one');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Invalid login Credentials')).toBeVisible();
    await stopClock(page);
    await shoot('login', 'refused', { window: true });
  });
});

test('a forgotten password', async ({ page, server, shoot }) => {
  const player = await newPlayer(server);
  const first = await codeFor(server, player.phone);
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot('forgot', 'empty');
  await page.getByLabel('Phone number').fill(player.phone);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Digit 1 of 6').pressSequentially(await codeFor(server, player.phone, first));
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
  await shoot('change-password', 'empty');
  await page.getByLabel('New password', { exact: true }).fill('smash-2026');
  await page.getByLabel('Confirm password').fill('smash');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Passwords must match')).toBeVisible();
  await shoot('change-password', 'errors');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Get a new code' })).toBeVisible();
  await shoot('change-password', 'gone');
});

test('the code', async ({ page, server, shoot }) => {
  await openCodeEntry(page, server);
  await shoot('code', 'empty');
  await page.getByLabel('Digit 1 of 6').pressSequentially('1234');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('OTP must be exactly 6 digits')).toBeVisible();
  await shoot('code', 'short');
  await page.getByLabel('Digit 5 of 6').pressSequentially('56');
  await expect(page.getByText('Invalid OTP').first()).toBeVisible();
  await shoot('code', 'wrong');
});
