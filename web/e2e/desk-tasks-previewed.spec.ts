import type { Locator, Page } from '@playwright/test';
import { cellOf, dayIn, Desk, type MadeBooking } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { deskPanel } from './desk-panel';
import { Steps } from './desk-steps';
import { RAIN_DAYS } from './hours';
import { expect, test } from './screen';
import type { Server } from './server';

/*
 * The tasks whose result is shown before they are done: closing for rain, and cancelling a paid booking, with the
 * most steps that each may take (docs/DESK.md, "Steps"). Each input method and retry has a day of its own, on which
 * `pickHour` finds no hour.
 */

/** The venue of a task, and how many days ahead the first of its days is. */
const RAIN = { venue: 2, from: RAIN_DAYS.first };
const PAID = { venue: 3, from: RAIN_DAYS.first };
const WAYS = ['pointer', 'touch', 'keys'] as const;

for (const way of WAYS) {
  test.describe(`by ${way}`, () => {
    test.use(
      way === 'touch'
        ? { viewport: { width: 1024, height: 768 }, hasTouch: true }
        : { viewport: { width: 1440, height: 900 } },
    );
    test.skip(({ isMobile }) => isMobile, 'needs the board of a counter screen; a phone shows a list');

    const press = (steps: Steps, target: Locator) => (way === 'touch' ? steps.tap(target) : steps.click(target));

    /** Signs in as the owner and books this many of the first free hours of a day. */
    async function prepareDay(
      page: Page,
      server: Server,
      baseURL: string | undefined,
      about: { venue: number; days: number; count: number },
    ) {
      const desk = new Desk(page, await signInAsOwner(page.context(), baseURL), about.venue);
      const day = await dayIn(server, about.days + WAYS.indexOf(way));
      const made: MadeBooking[] = [];
      for (const hour of (await desk.freeHours(day)).slice(0, about.count)) made.push(await desk.book(day, hour));
      return { desk, day, made };
    }

    test('all outdoor courts are closed for rain in 4 steps', async ({ page, server, baseURL }, { retry }) => {
      const { desk, day, made } = await prepareDay(page, server, baseURL, {
        venue: RAIN.venue,
        days: RAIN.from + 3 * retry,
        count: 3,
      });
      await page.goto(desk.boardUrl(day));
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      const panel = deskPanel(page, 'Rain');
      const outdoor = panel.getByRole('button', { name: /^All outdoor/ });
      const close = panel.getByRole('button', { name: /^Close \d+ courts and tell \d+ player/ });
      if (way === 'keys') await page.locator('[data-at][tabindex="0"]').focus();

      const steps = await Steps.begin(page);
      if (way === 'keys') await steps.press('r');
      else await press(steps, page.getByRole('button', { name: /^Rain/ }));
      await steps.see(outdoor);
      if (way === 'keys') await steps.press('a');
      else await press(steps, outdoor);
      if (way === 'keys') await steps.press('Shift+U');
      else await press(steps, panel.getByRole('button', { name: 'An hour shorter' }));
      await steps.see(close);
      await expect(close).not.toHaveAttribute('aria-busy', 'true');
      if (way === 'keys') await steps.press('Enter');
      else await press(steps, close);
      await expect(panel.getByRole('heading', { name: /^Not answered|^Money back/ }).first()).toBeVisible();
      expect(steps.count).toBe(4);
      const [first] = made;
      expect((await desk.booking(first?.order ?? '')).status).toMatch(/^cancel/);
    });

    test('a paid booking is cancelled, and its money goes back by the policy, in 3 steps', async ({
      page,
      server,
      baseURL,
    }, { retry }) => {
      const { desk, day, made } = await prepareDay(page, server, baseURL, {
        venue: PAID.venue,
        days: PAID.from + 3 * retry,
        count: 1,
      });
      const [paid] = made;
      if (paid === undefined) throw new Error('no hour is free');
      await desk.payByCard(paid.order);
      await page.goto(desk.boardUrl(day, paid.minute));
      await cellOf(page, paid).scrollIntoViewIfNeeded();
      const panel = deskPanel(page, 'Booking');

      const steps = await Steps.begin(page);
      if (way === 'keys') {
        await cellOf(page, paid).focus();
        await steps.press('Enter');
      } else await press(steps, cellOf(page, paid));
      const cancel = panel.getByRole('button', { name: /^Cancel booking/ });
      await steps.see(cancel);
      if (way === 'keys') await steps.press('x');
      else await press(steps, cancel);
      // The amount is shown before the booking is cancelled.
      const confirm = panel.getByRole('button', { name: /^Cancel.*₹/ });
      await steps.see(confirm);
      if (way === 'keys') await steps.press('Enter');
      else await press(steps, confirm);
      await expect(page.getByText(/^The booking of Rohan Mehta is cancelled, ₹[\d,]+ goes back\.$/)).toBeVisible();
      expect(steps.count).toBe(3);
      const { status } = await desk.booking(paid.order);
      expect(status).toMatch(/^cancel/);
    });
  });
}
