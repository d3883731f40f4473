import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { requireToken } from './player';
import { expect, test, waitForServiceWorker } from './screen';

/** The page's text for browsers without JavaScript; `getByText` does not search <noscript>. */
const notice = (page: Page) => page.locator('noscript p', { hasText: 'Booking a court online needs JavaScript.' });

test('a profile that does not load is reported once', ANY_SIZE, async ({ page, signedIn, allowConsoleErrors }) => {
  allowConsoleErrors(/getcustomerinfo|ERR_FAILED|Failed to load resource/);
  requireToken(signedIn);
  await page.route('**/api/user/getcustomerinfo*', (route) => route.abort());
  await page.goto('/your-profile/profile-update');
  await expect(page.getByText('Failed to load user data.')).toHaveCount(1, { timeout: 20_000 });
  await expect(page.getByText('Your details did not load')).toBeVisible();
});

test('a toast is drawn above the header while screens change', ANY_SIZE, async ({ page, player }) => {
  await page.goto('/login');
  await page.getByLabel('Phone number').fill(player.phone);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const message = page.getByRole('status').filter({ hasText: 'Invalid login Credentials' });
  await expect(message).toBeVisible();
  await message.hover();
  // Later layers are above earlier ones; elements without a layer belong to the page, below all layers.
  const layers = await page.evaluate(async () => {
    const move = document.startViewTransition(() => undefined);
    await move.ready;
    const names = document
      .getAnimations()
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.pseudoElement : null))
      .filter((name) => name?.startsWith('::view-transition-new'));
    move.skipTransition();
    return names;
  });
  const of = (name: string) => layers.indexOf(`::view-transition-new(${name})`);
  expect(layers.join(' ')).toContain('toasts');
  expect(of('toasts')).toBeGreaterThan(of('header'));
});

test('the message of the loading overlay has an opaque background', ANY_SIZE, async ({ page, player }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/login', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Phone number').fill(player.phone);
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const message = page.getByText('Working on it…');
  await expect(message).toBeVisible();
  const isOpaque = await message.evaluate((element) => {
    const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (pixel === null) throw new Error('the browser draws on no canvas');
    // Computed colors have several notations, so the opacity of a drawn pixel is read: from 0 to 255.
    const opacity = (color: string) => {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
      return pixel.getImageData(0, 0, 1, 1).data[3];
    };
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (opacity(backgroundColor) === 255) return at !== document.body;
      if (getComputedStyle(at).position === 'fixed') return false;
    }
    return false;
  });
  expect(isOpaque, 'nothing of the form shows through the message').toBe(true);
  release();
  await expect(page).toHaveURL('/');
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'a page that was reloaded without a network continues as soon as there is one',
    ANY_SIZE,
    async ({ page, context, signedIn, allowConsoleErrors }) => {
      allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
      requireToken(signedIn);
      await page.goto('/location');
      await expect(page.getByRole('heading', { name: 'Riverside Arena' })).toBeVisible();
      await waitForServiceWorker(page);
      // A second load, so that the worker caches the files of this screen.
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Riverside Arena' })).toBeVisible();
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Location' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Riverside Arena' })).toBeHidden();
      await context.setOffline(false);
      await expect(page.getByRole('heading', { name: 'Riverside Arena' })).toBeVisible({ timeout: 3_000 });
      await expect(page.getByText('You seem to be offline')).toBeHidden();
    },
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a screen that needs a script names the operator and whom to call', ANY_SIZE, async ({ page }) => {
    await page.goto('/your-profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Baroda Pickleball Club' })).toBeVisible();
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole('link', { name: /^\+91/ })).toHaveAttribute('href', /^tel:\+91/);
    await expect(page.locator('noscript')).not.toContainText('Sideout');
    const face = await page
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => getComputedStyle(heading).fontFamily);
    expect(face, 'the heading has the font of the app').toContain('Barlow');
  });

  test('a page that can be read says how to book', ANY_SIZE, async ({ page }) => {
    await page.goto('/location');
    await expect(page.getByRole('heading', { level: 1, name: 'Location' })).toBeVisible();
    await expect(notice(page)).toBeVisible();
  });
});
