import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { keepServerTime } from './clock';
import { findHour, type Hour, type HourWish } from './hours';
import { newPlayer, signIn, type Player } from './player';
import { Server } from './server';

/** WCAG 2.2 A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Fixtures {
  server: Server;
  /** A registered player; the browser is not signed in. */
  player: Player;
  /** The same player, signed in in the browser. */
  signedIn: Player;
  /** Finds a free hour, usually another one than other tests use. */
  pickHour: (wish?: HourWish) => Promise<Hour>;
  /** Allows errors in the consoles of the pages of `context` that match; any other one there fails the test. */
  allowConsoleErrors: (about: RegExp) => void;
}

export const test = base.extend<Fixtures>({
  server: async ({ request }, give) => {
    await give(new Server(request));
  },
  context: async ({ context, server }, give) => {
    await keepServerTime(context, server);
    await give(context);
  },
  player: async ({ server }, give) => {
    await give(await newPlayer(server));
  },
  signedIn: async ({ page, player }, give) => {
    await signIn(page, player);
    await give(player);
  },
  pickHour: async ({ server }, give, info) => {
    const seed = `${info.titlePath.join(' ')} ${info.project.name} ${info.retry} ${info.repeatEachIndex}`;
    await give((wish) => findHour(server, seed, wish));
  },
  // Failed loads and violations of the content security policy appear in the console as errors too.
  allowConsoleErrors: [
    async ({ context }, give) => {
      const allowed: RegExp[] = [];
      const complaints: string[] = [];
      context.on('console', (message) => {
        // A message of a service worker belongs to no page.
        if (message.type() === 'error' && message.page() !== null) {
          complaints.push(`${message.text()} (${message.location().url})`);
        }
      });
      context.on('weberror', (error) => complaints.push(String(error.error())));
      await give((about) => {
        allowed.push(about);
      });
      expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Checks the current screen: axe reports no violation, and nothing overflows sideways. */
export async function checkScreen(page: Page): Promise<void> {
  // A page behind another one has slow timers and draws little, and axe waits for a timer per rule.
  await page.bringToFront();
  await expect(page).toHaveTitle(/\S/);
  await checkWidth(page);
  await finishTransitions(page);
  // An embedded map of another site is not checked. With frames axe would open an empty page each time to merge their
  // results.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], runOnly: { type: 'tag', values: RULES } })
    .exclude('iframe')
    .setLegacyMode()
    .analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map((n) => n.target.join(' ')).join('; ')}`,
  );
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Waits until animations and transitions have ended; axe would measure a colour in between. */
async function finishTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    // The end of one may start another: a colour is inherited.
    while (running().length > 0) {
      await Promise.allSettled(running().map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Waits until the app has hydrated the first element of this kind that came from the server. */
export async function waitForHydration(page: Page, selector: string): Promise<void> {
  // React marks the nodes that it has hydrated.
  await page.waitForFunction(
    (of) => Object.keys(document.querySelector(of) ?? {}).some((key) => key.startsWith('__react')),
    selector,
  );
}

/** The address of court selection for an hour, with additional query parameters if given. */
export function courtSelection({ venue, date, time }: Hour, more: Record<string, string> = {}): string {
  return `/court-selection?${new URLSearchParams({ venue: String(venue), sport: '1', date, time, ...more })}`;
}

/** Chooses the first free court on the map. */
export async function chooseFreeCourt(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /, free, ₹/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
}

/** Waits until the service worker answers the requests of the page, so that its next load may come from the cache. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Checks that nothing overflows sideways, so that no horizontal scrolling is needed. */
export async function checkWidth(page: Page): Promise<void> {
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(sideways, { message: 'pixels beyond the right edge' }).toBeLessThanOrEqual(0);
}

/** Checks that the document is as high as the window, because each screen of the desk scrolls its own parts. */
export async function checkHeight(page: Page): Promise<void> {
  const below = () =>
    page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
  await expect.poll(below, { message: 'pixels below the lower edge' }).toBeLessThanOrEqual(0);
}

/** Opens the period card of an hour; on phones only one period opens by itself. */
export async function openPeriodOf(page: Page, time: string): Promise<void> {
  const name = time.endsWith('AM') ? /^Morning/ : /^(12|[1-5]):/.test(time) ? /^Afternoon/ : /^Evening/;
  const period = page.getByRole('button', { name });
  if ((await period.getAttribute('aria-expanded')) === 'false') await period.click();
}

/** The field for a coupon's code in the confirm window; on a phone a button unfolds it. */
export async function couponField(
  window: Locator,
  labels = { field: 'Coupon code', unfold: 'Have a code?' },
): Promise<Locator> {
  const field = window.getByLabel(labels.field);
  const unfold = window.getByRole('button', { name: labels.unfold });
  await expect(field.or(unfold)).toBeVisible();
  if (await unfold.isVisible()) {
    await unfold.click();
    await expect(field).toBeFocused();
  }
  return field;
}

/** The address without its origin. */
export function pathAndQuery(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
