import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { takeClock } from './clock';
import { expect, test, waitForHydration } from './screen';
import type { Server } from './server';

/** Tolerance for a busy machine between reading two clocks, in milliseconds. */
const TOLERANCE = 10_000;

/** Checks that each way to read the present time from `Date` returns the server's in a page. */
async function checkTime(page: Page, server: Server): Promise<void> {
  const shown = await page.evaluate(() => [Date.now(), new Date().getTime(), Date.parse(Date())]);
  const now = await server.now();
  for (const time of shown) expect(Math.abs(time - now), 'milliseconds from the server').toBeLessThan(TOLERANCE);
}

test(
  'the browser has the time of the server, in every tab and after a reload, and its timers are real',
  ANY_SIZE,
  async ({ page, context, server }) => {
    await page.goto('/about-us');
    await checkTime(page, server);
    await page.reload();
    await checkTime(page, server);
    const beside = await context.newPage();
    await beside.goto('/about-us');
    await checkTime(beside, server);
    const { timers, dates } = await page.evaluate(() => ({
      timers: [setTimeout, setInterval, requestAnimationFrame].every((of) => String(of).includes('[native code]')),
      dates: structuredClone(new Date(0)) instanceof Date && new Date('2026-11-22').toISOString(),
    }));
    expect(timers).toBe(true);
    expect(dates).toBe('2026-11-22T00:00:00.000Z');
  },
);

test('a clock that a test controls shows the same time, also after a reload', ANY_SIZE, async ({ page, server }) => {
  await takeClock(page, server);
  await page.goto('/about-us');
  await waitForHydration(page, 'h1');
  await checkTime(page, server);
  await page.reload();
  await waitForHydration(page, 'h1');
  await checkTime(page, server);
});
