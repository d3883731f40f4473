import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { book } from './player';
import { checkScreen, checkWidth, courtSelection, expect, test, waitForHydration } from './screen';

/** Public screens with their title and first heading. */
const PUBLIC = [
  { path: '/', title: 'Baroda Pickleball Club', heading: 'pickleball, your way' },
  { path: '/about-us', title: /^About us · /, heading: 'About us' },
  { path: '/contact-us', title: /^Contact us · /, heading: 'Contact us' },
  { path: '/privacy-policy', title: /privacy/i, heading: /privacy/i },
  { path: '/terms-conditions', title: /terms/i, heading: /terms/i },
  { path: '/cancellation-refund-policy', title: /cancellation/i, heading: /cancellation/i },
  { path: '/join', title: /^Join · /, heading: 'Join the game' },
  { path: '/login', title: /^Log in · /, heading: 'Welcome back' },
  { path: '/forgot-password', title: /^Forgot password · /, heading: 'Forgot your password?' },
  { path: '/location', title: /^Choose a location · /, heading: 'Location' },
  { path: '/no/such/page', title: /^Oops/, heading: "Oops.! you've lost" },
];

for (const { path, title, heading } of PUBLIC) {
  test(`${path} has a title, a heading and no error in axe or the console`, async ({ page, allowConsoleErrors }) => {
    // The map is loaded from the internet, which a test machine may not reach.
    if (path === '/contact-us') allowConsoleErrors(/google\.com|chrome-error/);
    if (path === '/no/such/page') allowConsoleErrors(/404 .*such\/page/);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('contentinfo').or(page.getByRole('main')).first()).toBeVisible();
    await checkScreen(page);
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark';
    });
    await checkScreen(page);
  });
}

test(
  'Go Back on the page of an unknown address returns to the screen before',
  ANY_SIZE,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/404 .*nowhere/);
    await page.goto('/about-us');
    await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
    await page.goto('/nowhere');
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/about-us');
  },
);

test(
  'the footer links to every information page, which opens at its top',
  ANY_SIZE,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/google\.com|chrome-error/);
    await page.goto('/');
    const links = {
      'About us': '/about-us',
      'Contact us': '/contact-us',
      'Privacy policy': '/privacy-policy',
      'Terms and conditions': '/terms-conditions',
      'Cancellation and refund policy': '/cancellation-refund-policy',
      Play: '/location',
    };
    for (const [name, path] of Object.entries(links)) {
      if (new URL(page.url()).pathname !== '/') await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect.poll(() => page.evaluate(() => window.scrollY), { message: `${path} begins at its top` }).toBe(0);
    }
  },
);

test('the address terms-and-conditions of the sign-up form opens the terms', ANY_SIZE, async ({ page }) => {
  await page.goto('/terms-and-conditions');
  await expect(page).toHaveURL('/terms-conditions');
});

test('the header, or its menu on phones, shows Login to visitors and the profile to players', async ({
  page,
  player,
  isMobile,
}) => {
  await page.goto('/');
  const open = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  };
  await open();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await checkScreen(page);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('user_token', token ?? '');
      localStorage.setItem('user_data', user ?? '');
    },
    [player.token, JSON.stringify(player.user)],
  );
  await page.reload();
  await open();
  await expect(page.getByRole('link', { name: 'Login' })).toBeHidden();
  await page.getByRole('link', { name: 'Your profile' }).click();
  await expect(page).toHaveURL('/your-profile');
});

test(
  'a banner shows that there is no network, and disappears once there is one',
  ANY_SIZE,
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/location');
    await expect(page.getByRole('button', { name: 'Choose Riverside Arena' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You're offline.")).toBeVisible();
    await checkScreen(page);
    await context.setOffline(false);
    await expect(page.getByText("You're offline.")).toBeHidden();
  },
);

test(
  'a screen that was never loaded waits for the network, then opens',
  ANY_SIZE,
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/about-us');
    const footer = page.getByRole('contentinfo');
    // Before hydration its links load pages from the server, which fails offline.
    await waitForHydration(page, 'footer');
    await context.setOffline(true);
    await footer.getByRole('link', { name: 'Cancellation and refund policy' }).click();
    await expect(page.getByText("You're offline.")).toBeVisible();
    await expect(page.getByText('Just a moment…')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: /refund/i })).toBeVisible();
    await expect(page.getByText("You're offline.")).toBeHidden();
  },
);

test(
  'a screen stays usable if a part beside it does not load, and the part loads later',
  ANY_SIZE,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED|Failed to load resource/);
    const missing = /\/(Layers|LiveLead|BelowTheFold)-[^/]+\.js$/;
    await page.route(missing, (route) => route.abort());
    const missed = page.waitForEvent('requestfailed', (request) => missing.test(request.url()));
    await page.goto('/');
    await missed;
    await waitForHydration(page, 'h1');
    await expect(page.getByRole('heading', { level: 1, name: 'pickleball, your way' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Register Now' })).toBeVisible();
    const why = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(why.first(), 'the content from the server stays').toBeVisible();
    await page.unroute(missing);
    await waitForHydration(page, 'main h2');
    await checkScreen(page);
  },
);

test(
  'a page whose scripts are missing is loaded again once, and then has a button for it',
  ANY_SIZE,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/404|Failed to load resource/);
    const scripts = /\/assets\/(?!boot).*\.js$/;
    await page.route(scripts, (route) => route.fulfill({ status: 404 }));
    let visits = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visits += 1;
    });
    await page.goto('/about-us', { waitUntil: 'commit' });
    const note = page.getByRole('alert').filter({ hasText: 'This page did not load completely' });
    await expect(note).toBeVisible();
    expect(visits).toBe(2);
    await checkScreen(page);
    await page.unroute(scripts);
    await note.getByRole('button', { name: 'Reload' }).click();
    await waitForHydration(page, 'h1');
    await expect(note).toBeHidden();
  },
);

test.describe('before hydration', () => {
  /** Blocks all scripts of the app until the returned function is called. */
  async function blockScripts(page: Page): Promise<() => void> {
    let unblock: () => void = () => undefined;
    const unblocked = new Promise<void>((resolve) => {
      unblock = resolve;
    });
    await page.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
      await unblocked;
      await route.continue();
    });
    return unblock;
  }

  test('the menu opens, and stays open after hydration', ANY_SIZE, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const unblock = await blockScripts(page);
    await page.goto('/about-us', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Menu' }).click();
    const theme = page.getByRole('button', { name: /^Theme: / });
    await expect(theme).toBeVisible();
    unblock();
    await waitForHydration(page, 'nav[popover]');
    await expect(theme).toBeVisible();
    await theme.click();
    await expect(theme).toHaveAccessibleName('Theme: Light');
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Contact us' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
    await expect(theme).toBeHidden();
  });

  test(
    'a tap takes effect after hydration, and a second one on the same button does not',
    ANY_SIZE,
    async ({ page }) => {
      const unblock = await blockScripts(page);
      await page.goto('/location', { waitUntil: 'commit' });
      const choose = page.getByRole('button', { name: 'Choose Riverside Arena' });
      await choose.click();
      await choose.click();
      await expect(page).toHaveURL('/location');
      unblock();
      await expect(page).toHaveURL(/\/time-date-selection\?venue=1&/);
      await page.goBack();
      await expect(page).toHaveURL('/location');
    },
  );
});

test(
  'a slow network shows what is loading, a failed one shows what failed and what to do',
  ANY_SIZE,
  async ({ page, isMobile, allowConsoleErrors }) => {
    allowConsoleErrors(/getvenue|ERR_FAILED|Failed to load resource/);
    let isDown = true;
    const waiting: (() => void)[] = [];
    await page.route('**/api/getvenue*', async (route) => {
      if (!isDown) return route.continue();
      await new Promise<void>((resolve) => waiting.push(resolve));
      return route.abort();
    });
    // The page of the venues contains them; from here they have to be fetched.
    await page.goto('/login');
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
    // The link of the menu or the header; the footer has one as well.
    await page.getByRole('link', { name: 'Play', exact: true }).first().click();
    await expect(page.getByText('Loading Locations...')).toBeVisible();
    await checkScreen(page);
    const release = setInterval(() => waiting.splice(0).forEach((go) => go()), 50);
    await expect(page.getByText('Unable to load Locations')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('The venues did not load')).toBeVisible();
    await checkScreen(page);
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Choose Riverside Arena' })).toBeVisible();
    clearInterval(release);
  },
);

test('a switched theme is kept after a reload, and the dark screen passes the accessibility checks', async ({
  page,
  isMobile,
}) => {
  await page.goto('/about-us');
  const theme = page.getByRole('button', { name: /^Theme: / });
  const open = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  };
  await open();
  await expect(theme).toHaveAccessibleName('Theme: Auto');
  await theme.click();
  await expect(theme).toHaveAccessibleName('Theme: Light');
  await theme.click();
  await expect(theme).toHaveAccessibleName('Theme: Dark');
  await page.reload();
  await open();
  await expect(theme).toHaveAccessibleName('Theme: Dark');
  await checkScreen(page);
});

test(
  'no content overflows at 320 pixels, at 200 % zoom, or with text of twice the size',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour, allowConsoleErrors }) => {
    test.setTimeout(120_000);
    allowConsoleErrors(/google\.com|chrome-error/);
    const hour = await pickHour({ venue: 3 });
    const order = await book(server, signedIn, hour);
    for (const path of [
      '/',
      '/terms-conditions',
      '/contact-us',
      '/location',
      `/time-date-selection?venue=3&sport=1&date=${hour.date}`,
      courtSelection(hour),
      `/booking-confirmation?orderId=${order.orderid}`,
      '/your-profile',
      '/your-profile/profile-update',
      '/your-profile/booking-history',
      `/history-details/${order.orderid}`,
    ]) {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await checkWidth(page);
      // A window of 1280 pixels at 200 % zoom.
      await page.setViewportSize({ width: 640, height: 400 });
      await checkWidth(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await checkWidth(page);
    }
  },
);
