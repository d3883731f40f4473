import { requireToken } from '../e2e/player';
import { expect, fail, stall, stopClock, test } from './fixtures';

test.beforeEach(({ asha }) => {
  requireToken(asha);
});

test('the profile', async ({ page, shoot }) => {
  await page.goto('/your-profile');
  await expect(page.getByRole('heading', { name: 'Asha Patel' })).toBeVisible();
  await shoot('profile', 'view');
});

test.describe(() => {
  test.use({ running: true });

  test('the profile with an entry that comes soon', async ({ page, shoot }) => {
    await page.goto('/your-profile');
    await page.getByRole('button', { name: 'Membership details' }).click();
    await expect(page.getByText('Available Soon', { exact: true })).toBeVisible();
    await stopClock(page);
    await shoot('profile', 'soon', { window: true });
  });
});

test('the profile when it does not load', async ({ page, shoot }) => {
  await fail(page, 'user/getcustomerinfo');
  await page.goto('/your-profile');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('profile', 'failed');
});

test('a new photo', async ({ page, shoot }) => {
  await page.goto('/your-profile');
  await expect(page.getByRole('heading', { name: 'Asha Patel' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 80, width: 340, height: 340 } }),
  });
  await expect(page.getByRole('dialog', { name: 'Your new photo' })).toBeVisible();
  await shoot('profile', 'photo', { window: true });
});

test('the details', async ({ page, shoot }) => {
  await page.goto('/your-profile/profile-update');
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Patel');
  await shoot('profile-update', 'read');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Full name')).toBeEnabled();
  await shoot('profile-update', 'edit');
  await page.getByLabel('Full name').fill('A');
  await page.getByLabel('Email').fill('asha@');
  await page.getByLabel('Email').blur();
  await shoot('profile-update', 'errors');
});

test('the details while they load', async ({ page, shoot }) => {
  await stall(page, 'user/getcustomerinfo');
  await page.goto('/your-profile/profile-update');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot('profile-update', 'loading');
});

test('the details when they do not load', async ({ page, shoot }) => {
  await fail(page, 'user/getcustomerinfo');
  await page.goto('/your-profile/profile-update');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('profile-update', 'failed');
});

test('a change of the password', async ({ page, shoot }) => {
  await page.goto('/your-profile/your-profile/profile-update/change-password');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot('account-password', 'empty');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Please enter your current password.')).toBeVisible();
  await shoot('account-password', 'errors');
});
