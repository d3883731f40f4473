import { requireToken } from '../e2e/player';
import { expect, fail, stall, test } from './fixtures';

test('home for a visitor', async ({ page, shoot }) => {
  await page.goto('/');
  await expect(page.getByText(/courts free/).first()).toBeVisible();
  await expect(page.getByText('Riverside Arena').first()).toBeVisible();
  await shoot('home', 'visitor');
});

test('home for a player', async ({ page, asha, shoot }) => {
  requireToken(asha);
  await page.goto('/');
  await expect(page.getByText('Riverside Arena').first()).toBeVisible();
  await shoot('home', 'player', { window: true });
});

test('home, its menu open', async ({ page, shoot }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await shoot('home', 'menu', { window: true, widths: [360] });
});

test('home while the venues load', async ({ page, shoot }) => {
  await stall(page, 'getvenue');
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await shoot('home', 'loading');
});

test('home when the venues do not load', async ({ page, shoot }) => {
  await fail(page, 'getvenue');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('home', 'failed');
});
