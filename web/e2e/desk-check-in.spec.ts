import type { BrowserContext, Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { keepServerTime } from './clock';
import { Desk, earliestFirst } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { timeOf } from './hours';
import { writePassVideo } from './pass-video';
import { newPlayer } from './player';
import { OPEN_HOURS, skipUnless } from './open-hours';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/*
 * A pass can be checked in from three hours before the start of its game, so these tests book an hour that begins soon. If the run
 * has the time of the middle of the night, there is none, and they are skipped.
 */

const VENUE = 1;

/** A booking of today with the pass that its player shows. */
interface Shown {
  order: string;
  name: string;
  pass: string;
}

/** A new player books an hour that begins soon; undefined if there is none. */
async function bookSoon(desk: Desk, server: Server, name: string): Promise<Shown | undefined> {
  const { token } = await newPlayer(server, name);
  const { day: date, hours } = await desk.soonHours(server);
  for (const { court, minute } of earliestFirst(hours)) {
    const body = { sport_id: 1, venue_id: VENUE, court_id: court, date, time: timeOf(minute) };
    const held = await server.post<{ error: number; orderid: string }>('/user/add_times', { token, body });
    if (held.error !== 0) continue;
    const query = { orderid: held.orderid };
    await server.post('/user/confirmCashPayment', { token, query });
    const info = await server.get<{ pass_code: string }>('/user/get_order_info', { token, query });
    return { order: held.orderid.replace('#', ''), name, pass: info.pass_code };
  }
  return undefined;
}

/** The attendance of a booking. */
async function attendanceOf(desk: Desk, { order }: Shown): Promise<string | null> {
  return (await desk.booking(order)).attendance;
}

async function openDesk(page: Page, context: BrowserContext, baseURL?: string): Promise<Desk> {
  return new Desk(page, await signInAsOwner(context, baseURL), VENUE);
}

const result = (page: Page) => page.getByRole('region', { name: 'The pass that was read last' });

test(
  'a pass before the camera checks its players in: one step',
  OPEN_HOURS,
  async ({ playwright, page, context, server, baseURL }, info) => {
    const desk = await openDesk(page, context, baseURL);
    const shown = await bookSoon(desk, server, 'Rohan Mehta');
    skipUnless(shown !== undefined, 'no game begins soon at this hour');
    if (shown === undefined) return;
    await desk.payByCard(shown.order);
    const video = info.outputPath('pass.y4m');
    await writePassVideo(video, shown.pass);

    // The video of the fake camera is set when a browser starts.
    const { launchOptions, viewport } = info.project.use;
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions?.args ?? []),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ],
    });
    try {
      const own = await browser.newContext({
        viewport: viewport ?? null,
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
        reducedMotion: 'reduce',
      });
      await keepServerTime(own, server);
      await signInAsOwner(own, baseURL);
      const clerk = await own.newPage();
      const refusals: string[] = [];
      clerk.on('console', (message) => {
        if (message.type() === 'error') refusals.push(message.text());
      });
      await clerk.goto(`${desk.address}/desk/v/${VENUE}/check-in`);
      // The camera is started once a shift; from then on a check-in is one step: showing the pass.
      await clerk.getByRole('button', { name: 'Start the camera' }).click();
      await expect(result(clerk).getByText('Checked in')).toBeVisible({ timeout: 20_000 });
      await expect(result(clerk).getByText(shown.name)).toBeVisible();
      expect(await attendanceOf(desk, shown)).toBe('arrived');
      await checkScreen(clerk);
      expect(refusals, 'the content security policy lets the QR reader run').toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

test(
  'a hand scanner on the board checks in a player who pays later, and triggers no key of the board',
  OPEN_HOURS,
  async ({ page, context, server, baseURL }, { project }) => {
    test.skip(project.name === 'phone', 'a scanner belongs to a counter');
    const desk = await openDesk(page, context, baseURL);
    const shown = await bookSoon(desk, server, 'Asha Patel');
    skipUnless(shown !== undefined, 'no game begins soon at this hour');
    if (shown === undefined) return;
    await page.goto(`${desk.address}/desk/v/${VENUE}/board`);
    await expect(page.getByRole('grid')).toBeVisible();
    // All keys in one call, because a scanner sends them within milliseconds.
    const scan = (text: string) =>
      page.evaluate((keys) => {
        for (const key of [...keys, 'Enter']) {
          const target = document.activeElement ?? document.body;
          target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        }
      }, text);
    await scan(shown.pass);
    await expect(result(page).getByText(/to pay$/)).toBeVisible();
    await expect(page).toHaveURL(/\/board$/);
    await checkScreen(page);
    await result(page).getByRole('button', { name: 'Let in, pay later' }).click();
    await expect(result(page).getByText('Checked in')).toBeVisible();
    expect(await attendanceOf(desk, shown)).toBe('arrived');
    await page.keyboard.press('Escape');
    await expect(result(page).getByText('Checked in')).toBeHidden();

    await scan(`${shown.pass.slice(0, -4)}AAAA`);
    await expect(result(page).getByText('Not a pass of ours')).toBeVisible();
  },
);

test(
  'a number typed by hand finds the booking, and a tick checks it in',
  OPEN_HOURS,
  async ({ page, context, server, baseURL }) => {
    const desk = await openDesk(page, context, baseURL);
    const shown = await bookSoon(desk, server, 'Kavya Iyer');
    skipUnless(shown !== undefined, 'no game begins soon at this hour');
    if (shown === undefined) return;
    await page.goto(`${desk.address}/desk/v/${VENUE}/check-in`);
    await page.getByLabel('Booking number or phone').fill(shown.order.slice(-5));
    const found = page.getByRole('list', { name: 'Found' });
    await found.getByRole('button', { name: `Check in ${shown.name}` }).click();
    await expect(page.getByText(new RegExp(`^${shown.name} \\(.+\\) is checked in\\.$`))).toBeVisible();
    expect(await attendanceOf(desk, shown)).toBe('arrived');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => attendanceOf(desk, shown)).toBeNull();
  },
);

for (const width of [360, 1024]) {
  test(`check-in at ${width} px is accessible, in light and dark`, ANY_SIZE, async ({ page, context, baseURL }) => {
    const desk = await openDesk(page, context, baseURL);
    await page.setViewportSize({ width, height: 780 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${desk.address}/desk/v/${VENUE}/check-in`);
      await expect(page.getByRole('heading', { level: 1, name: /^Check in/ })).toBeAttached();
      await expect(page.getByRole('button', { name: 'Start the camera' })).toBeVisible();
      await checkScreen(page);
    }
  });
}
