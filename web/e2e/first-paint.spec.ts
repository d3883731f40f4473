import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import type { Hour } from './hours';
import { layoutShiftsOf, recordLayoutShifts } from './layout-shifts';
import { checkWidth, expect, pathAndQuery, test, waitForHydration } from './screen';

/** The pages that arrive with their content, and the text that a visitor reads before any script has run. */
const PAGES = [
  { path: '/', title: 'Baroda Pickleball Club', heading: 'pickleball, your way', says: /Riverside Arena/ },
  { path: '/location', title: /^Choose a location · /, heading: 'Location', says: /Akota/ },
  { path: '/time-date-selection?venue=1&sport=1', title: /^Pick a date and time · /, heading: /./, says: /[AP]M/ },
  { path: '/about-us', title: /^About us · /, heading: 'About us', says: /Facilities/ },
  { path: '/contact-us', title: /^Contact us · /, heading: 'Contact us', says: /@/ },
  { path: '/privacy-policy', title: /privacy/i, heading: /privacy/i, says: /grievance/i },
  { path: '/terms-conditions', title: /terms/i, heading: /terms/i, says: /cancel/ },
  { path: '/cancellation-refund-policy', title: /cancellation/i, heading: /cancellation/i, says: /refund/i },
];
const LOST = '/no/such/page';
/** The forms, which are the same for every visitor. */
const FORMS = [
  { path: '/join', heading: 'Join the game' },
  { path: '/login', heading: 'Welcome back' },
  { path: '/forgot-password', heading: /./ },
];
/** The pages that arrive as a skeleton, because their content differs by hour, day or player. */
const SKELETONS = [
  { path: '/location?HOUR', heading: 'Location' },
  { path: '/time-date-selection?venue=VENUE&sport=1&HOUR', heading: 'Date & time' },
  { path: '/court-selection?venue=VENUE&sport=1&HOUR', heading: 'Pick your court' },
  { path: '/booking-confirmation?orderId=4071553902', heading: /./ },
];

/** An address of {@link SKELETONS} with this hour in it. */
function withHour(path: string, { venue, date, time }: Hour): string {
  return path.replace('VENUE', String(venue)).replace('HOUR', String(new URLSearchParams({ date, time })));
}

/** Marks the first heading as soon as it exists, and records every layout shift. */
async function watch(page: Page): Promise<void> {
  await recordLayoutShifts(page);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const heading = document.querySelector('h1');
      if (heading === null) return;
      Object.assign(heading, { fromServer: true });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until the app is hydrated and has loaded everything it loads by itself. */
async function waitUntilSettled(page: Page): Promise<void> {
  await waitForHydration(page, 'h1');
  await page.waitForLoadState('load');
  // Not `networkidle`: a page with an open event stream never reaches it.
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let i = 0; i < 2; i += 1) await new Promise((resolve) => requestIdleCallback(resolve));
  });
}

/**
 * Checks that nothing shifted, except a line that breaks differently with a late font: fallback glyphs have other
 * widths.
 */
async function checkStill(page: Page): Promise<void> {
  const { shifted, what } = await layoutShiftsOf(page);
  expect(shifted, `moved on ${page.url()}:\n${what.join('\n')}`).toBeLessThan(0.01);
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const { path, title, heading, says } of PAGES) {
    test(`${path} shows its content without a script`, ANY_SIZE, async ({ page, allowConsoleErrors }) => {
      if (path === '/contact-us') allowConsoleErrors(/google\.com|chrome-error/);
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(says);
    });
  }

  for (const { path, heading } of [...FORMS, ...SKELETONS]) {
    test(`${path} has its heading and a number to call without a script`, ANY_SIZE, async ({ page, pickHour }) => {
      await page.goto(withHour(path, await pickHour()));
      await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeAttached();
      await expect(page.getByRole('link', { name: '+91 26500 00100' }).first()).toBeVisible();
    });
  }

  test(
    'a form that is sent without a script puts no data into the address',
    ANY_SIZE,
    async ({ page, allowConsoleErrors }) => {
      // The answer is no page of the app, so the browser looks for an icon of the site.
      allowConsoleErrors(/405|favicon\.ico/);
      await page.goto('/login');
      await page.getByLabel('Password', { exact: true }).fill('a secret');
      const answered = page.waitForResponse((answer) => answer.request().isNavigationRequest());
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      const sent = (await answered).request();
      expect(sent.url()).not.toContain('secret');
      expect(sent.postData(), 'the form was sent').toContain('secret');
    },
  );

  test('a visitor can choose a venue and read its hours', ANY_SIZE, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: /Akota/ }).first().click();
    await expect(page).toHaveURL(/time-date-selection/);
    await expect(page.getByRole('main')).toContainText(/[AP]M/);
  });

  test('a text page is laid out before its end has arrived', async ({ page }) => {
    const place = async () => (await page.getByRole('article').boundingBox())?.x;
    await page.goto('/privacy-policy');
    const whole = await place();
    await page.route('**/privacy-policy', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.slice(0, html.indexOf('</article>')) });
    });
    await page.goto('/privacy-policy');
    await expect(page.getByRole('article')).toContainText('In effect since');
    expect(await place()).toBe(whole);
  });

  test('an unknown address answers 404 with the page for it', ANY_SIZE, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/404/);
    const answer = await page.goto(LOST);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: "Oops.! you've lost" })).toBeVisible();
  });
});

for (const { path } of [...PAGES, ...FORMS, { path: LOST }]) {
  test(
    `the app hydrates ${path} without fetching settings or venues again, and without a layout shift`,
    ANY_SIZE,
    async ({ page, allowConsoleErrors }) => {
      // The map is loaded from the internet, which a test machine may not reach.
      if (path === '/contact-us') allowConsoleErrors(/google\.com|chrome-error|ERR_/);
      if (path === LOST) allowConsoleErrors(/404/);
      await watch(page);
      const requested: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        // Hours are fetched once more when their event stream begins (use-live-day.ts).
        if (/^\/api\/(app-config|getvenue)$/.test(pathname)) requested.push(pathname);
      });
      await page.goto(path);
      await waitUntilSettled(page);
      expect(await page.evaluate(() => 'fromServer' in (document.querySelector('h1') ?? {}))).toBe(true);
      expect(requested).toEqual([]);
      await checkStill(page);
      await checkWidth(page);
    },
  );
}

for (const { path } of SKELETONS) {
  test(`the app replaces the skeleton of ${path} without a layout shift`, ANY_SIZE, async ({ page, pickHour }) => {
    await watch(page);
    await page.goto(withHour(path, await pickHour()));
    await waitUntilSettled(page);
    await expect(page.locator('.screen-loading')).toHaveCount(0);
    await checkStill(page);
    await checkWidth(page);
  });
}

test(
  'a skeleton is replaced if the address lacks what its screen needs',
  ANY_SIZE,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/has no valid "date"/);
    await page.goto('/court-selection?venue=1');
    await expect(page.getByRole('heading', { level: 1, name: 'Location' })).toBeVisible();
  },
);

/** Holds the app's scripts back until the returned function is called, as a slow connection does. */
async function holdApp(page: Page): Promise<() => void> {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await free;
    await route.continue();
  });
  return letGo;
}

test('what is typed and ticked before hydration is kept', ANY_SIZE, async ({ page }) => {
  const letGo = await holdApp(page);
  await page.goto('/join', { waitUntil: 'commit' });
  await page.getByLabel('Full name').fill('Asha Patel');
  await page.getByLabel('Phone number').fill('+91 98765 43210');
  await page.getByText('Other', { exact: true }).click();
  await page.getByRole('checkbox').check();
  letGo();
  await waitForHydration(page, 'h1');
  await expect(page.getByLabel('Phone number')).toHaveValue('+91 98765 43210');
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Patel');
  await page.getByRole('button', { name: 'Join', exact: false }).last().click();
  await expect(page.getByRole('radio', { name: 'Other' })).toBeChecked();
  await expect(page.getByRole('checkbox')).toBeChecked();
  // The form has read the values, too: it reports only the other fields.
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  for (const kept of ['Full name', 'Phone number']) {
    await expect(page.getByLabel(kept)).not.toHaveAttribute('aria-invalid', 'true');
  }
});

test('a login that is sent before hydration is done after it', ANY_SIZE, async ({ page, player }) => {
  const letGo = await holdApp(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Phone number').fill(player.phone);
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.keyboard.press('Enter');
  expect(pathAndQuery(page)).toBe('/login');
  letGo();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Your profile', includeHidden: true }).first()).toBeAttached();
});

test('a signed-in player sees the page without a layout shift', async ({ page, signedIn }) => {
  expect(signedIn.token).not.toBe('');
  await watch(page);
  for (const path of ['/', '/location']) {
    await page.goto(path);
    await waitUntilSettled(page);
    await expect(page.getByRole('link', { name: 'Your profile', includeHidden: true }).first()).toBeAttached();
    await checkStill(page);
  }
});

test('the server renders a page in the chosen language', ANY_SIZE, async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'language', value: 'hi', url: baseURL ?? '' }]);
  const answer = await page.request.get('/');
  expect(await answer.text()).toContain('<html lang="hi-IN"');
  await page.goto('/');
  await waitUntilSettled(page);
  await expect(page.locator('html')).toHaveAttribute('lang', /^hi/);
});

for (const { path } of PAGES) {
  test(
    `${path} has a description for search engines and link previews`,
    ANY_SIZE,
    async ({ page, request, allowConsoleErrors }) => {
      if (path === '/contact-us') allowConsoleErrors(/google\.com|chrome-error|ERR_/);
      await page.goto(path);
      const of = (selector: string, attribute = 'content') =>
        page.locator(selector).evaluate((element, name) => element.getAttribute(name) ?? '', attribute);
      expect((await of('meta[name="description"]')).length).toBeGreaterThan(30);
      expect(await of('meta[property="og:title"]')).toBe(await page.title());
      const site = new URL(await of('meta[property="og:url"]'));
      expect(site.pathname + site.search).toBe(path);
      expect(await of('link[rel="canonical"]', 'href')).toBe(site.href);
      const picture = await request.get(new URL(await of('meta[property="og:image"]')).pathname);
      expect(picture.headers()['content-type']).toBe('image/jpeg');
      expect((await picture.body()).length).toBeLessThan(100_000);
      const things = await page.locator('script[type="application/ld+json"]').allTextContents();
      expect(things.length > 0).toBe(path === '/' || path === '/location');
      for (const thing of things) {
        expect(JSON.parse(thing)).toMatchObject({
          '@type': 'SportsActivityLocation',
          name: expect.stringMatching(/./),
          address: expect.stringMatching(/./),
          url: expect.stringMatching(/^https?:\/\/.*venue=\d+/),
        });
      }
    },
  );
}

test('search engines are told not to list private screens and unknown addresses', ANY_SIZE, async ({ request }) => {
  for (const path of ['/login', '/your-profile', '/booking-status', LOST]) {
    expect(await (await request.get(path)).text(), path).toContain('<meta name="robots" content="noindex">');
  }
});

test('the sitemap lists existing pages, and robots.txt excludes private ones', ANY_SIZE, async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  for (const path of ['/your-profile', '/history-details', '/desk']) expect(robots).toContain(`Disallow: ${path}\n`);
  const sitemap = /Sitemap: (\S+)/.exec(robots)?.[1] ?? '';
  const pages = await (await request.get(new URL(sitemap).pathname)).text();
  const addresses = [...pages.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => (at ?? '').replaceAll('&amp;', '&'));
  expect(addresses.length).toBeGreaterThan(PAGES.length);
  for (const at of addresses) {
    const { pathname, search } = new URL(at);
    const answer = await request.get(pathname + search);
    expect(answer.status(), at).toBe(200);
    expect(await answer.text(), at).not.toContain('noindex');
  }
});
