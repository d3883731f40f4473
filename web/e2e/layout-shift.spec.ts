import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { hoursOf } from './hours';
import { layoutShiftsOf, recordLayoutShifts } from './layout-shifts';
import { book } from './player';
import { courtSelection, expect, test } from './screen';

/** A slow mobile connection: kilobits per second, and milliseconds until a response begins. */
const CONNECTION = { kilobits: 1_600, latency: 150 };
/** The largest allowed sum of layout shifts. For web vitals "good" ends at 0.1. */
const MOST = 0.02;

/** Slows the whole connection down and disables the cache. */
async function slowConnection(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const throughput = (CONNECTION.kilobits * 1_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: CONNECTION.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

/** Opens an address as on a first visit and waits until everything the page loads by itself is loaded and painted. */
async function visit(page: Page, path: string): Promise<void> {
  await slowConnection(page);
  await recordLayoutShifts(page);
  const open = new Set<unknown>();
  // An event stream never ends.
  page.on('request', (request) => !request.url().includes('events') && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 20_000 });
  const drawn = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      for (let i = 0; i < 3; i += 1) await new Promise((resolve) => requestIdleCallback(resolve));
    });
  await expect
    .poll(
      async () => {
        await drawn();
        return open.size;
      },
      { timeout: 20_000, intervals: [300] },
    )
    .toBe(0);
  await drawn();
}

async function checkStill(page: Page, path: string): Promise<void> {
  await visit(page, path);
  const { shifted, what } = await layoutShiftsOf(page);
  expect(shifted, what.join('\n')).toBeLessThanOrEqual(MOST);
}

/** A page with a single column at every width. */
const SINGLE_COLUMN = '/no/such/page';
const PUBLIC = [
  '/',
  '/join',
  '/login',
  '/forgot-password',
  '/mobile-verification?user=none&reg=1',
  '/change-password?user=none',
  '/location',
  '/time-date-selection?venue=1&sport=1',
  '/booking-status',
  '/booking-confirmation',
  '/about-us',
  '/contact-us',
  '/privacy-policy',
  '/terms-conditions',
  '/cancellation-refund-policy',
  SINGLE_COLUMN,
];

for (const path of PUBLIC) {
  const details = path === SINGLE_COLUMN ? ANY_SIZE : {};
  test(`${path} loads on a slow connection without a layout shift`, details, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/google\.com|chrome-error|ERR_|404/);
    await checkStill(page, path);
  });
}

test('the courts of an hour load on a slow connection without a layout shift', async ({ page, pickHour }) => {
  await checkStill(page, courtSelection(await pickHour()));
});

test('hours that load after a few free courts cause no layout shift', async ({ page, server }) => {
  // With few courts, their drawing ends above the lower edge of the screen.
  const hours = await hoursOf(server, 1);
  const hour = hours.find(({ day, free }) => day > 0 && free > 0 && free < 4);
  if (hour === undefined) throw new Error('Riverside has no hour with few free courts');
  let letGo = () => {};
  const courtsShown = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/api\/gettimeslots/, async (route) => {
    await courtsShown;
    await route.continue();
  });
  void page
    .getByRole('button', { name: /, free/ })
    .first()
    .waitFor()
    .then(() => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve))))
    .then(letGo);
  await checkStill(page, courtSelection(hour));
  await expect(page.getByRole('region', { name: 'Want more choice?' })).toBeVisible();
});

const PERSONAL = [
  '/your-profile',
  '/your-profile/profile-update',
  '/your-profile/your-profile/profile-update/change-password',
  '/your-profile/booking-history',
  '/history-details/ORDER',
  '/cancel-booking?orderId=ORDER',
  '/booking-status?orderId=ORDER',
  '/booking-confirmation?orderId=ORDER',
];

for (const path of PERSONAL) {
  test(`${path} loads for its player on a slow connection without a layout shift`, async ({
    page,
    server,
    signedIn,
    pickHour,
  }) => {
    const order = await book(server, signedIn, await pickHour());
    await checkStill(page, path.replace('ORDER', order.orderid));
  });
}
