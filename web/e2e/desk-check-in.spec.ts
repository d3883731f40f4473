import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { keepServerTime } from './clock';
import { signInAsOwner } from './desk-owner';
import { writePassVideo } from './pass-video';
import { newPlayer } from './player';
import { OPEN_HOURS, skipUnless } from './open-hours';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/*
 * Passes are of games that begin soon, because only those can be checked in. The run may pretend that it is the
 * middle of the night: then no game is near, and these tests are skipped.
 */

const VENUE = 1;
/** A test uses a game that starts within this many milliseconds: check-in opens three hours before the start. */
const SOON = 2.8 * 3_600_000;

interface Board {
  courts: { id: number }[];
  starts: { minute: number; at: string }[];
  prices_paise: (number | null)[][];
  bookings: {
    order: string;
    version: number;
    court: number;
    minute: number;
    minutes: number;
    attendance: string | null;
  }[];
  holds: { court: number; minute: number }[];
  desk_holds: { court: number; minute: number }[];
  blocks: { court: number; minute: number; minutes: number }[];
}

/** A booking of today with the pass that its player shows. */
interface Shown {
  order: string;
  name: string;
  pass: string;
}

/** The desk's API, called beside the browser. */
class Desk {
  readonly #page: Page;
  readonly #server: Server;
  readonly address: string;

  constructor(page: Page, server: Server, address: string) {
    this.#page = page;
    this.#server = server;
    this.address = address;
  }

  async board(): Promise<Board> {
    const day = new Date((await this.#server.now()) + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const path = `${this.address}/api/desk/venues/${VENUE}/board?day=${day}`;
    return (await this.#page.request.get(path)).json() as Promise<Board>;
  }

  async #post(path: string, data: object): Promise<{ status: number; body: { code?: string } }> {
    const headers = { origin: this.address, 'idempotency-key': randomUUID() };
    const answer = await this.#page.request.post(`${this.address}/api/desk${path}`, { headers, data });
    return { status: answer.status(), body: (await answer.json()) as { code?: string } };
  }

  /** A new player books an hour that begins soon; undefined if there is none. */
  async book(name: string): Promise<Shown | undefined> {
    const player = await newPlayer(this.#server, name);
    const now = await this.#server.now();
    const { courts, starts, prices_paise, bookings, blocks, holds, desk_holds } = await this.board();
    const date = new Date(now + 5.5 * 3_600_000).toISOString().slice(0, 10);
    for (const [column, { minute, at }] of starts.entries()) {
      if (Date.parse(at) <= now || Date.parse(at) > now + SOON) continue;
      for (const [row, { id: court }] of courts.entries()) {
        const isTaken =
          [...bookings, ...blocks].some(
            (one) => one.court === court && one.minute <= minute && minute < one.minute + one.minutes,
          ) || [...holds, ...desk_holds].some((one) => one.court === court && one.minute === minute);
        if (isTaken || typeof prices_paise[row]?.[column] !== 'number') continue;
        const hour = Math.floor(minute / 60);
        const time = `${((hour + 11) % 12) + 1}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
        const held = await this.#server.post<{ error: number; orderid: string }>('/user/add_times', {
          token: player.token,
          body: { sport_id: 1, venue_id: VENUE, court_id: court, date, time },
        });
        if (held.error !== 0) continue;
        const query = { orderid: held.orderid };
        await this.#server.post('/user/confirmCashPayment', { token: player.token, query });
        const info = await this.#server.get<{ pass_code: string }>('/user/get_order_info', {
          token: player.token,
          query,
        });
        return { order: held.orderid.replace('#', ''), name, pass: info.pass_code };
      }
    }
    return undefined;
  }

  /** Takes the amount due on a booking, by card. */
  async pay(order: string): Promise<void> {
    const answer = await this.#page.request.get(`${this.address}/api/desk/bookings/${order}`);
    const { version, due_paise } = (await answer.json()) as { version: number; due_paise: number };
    const body = {
      tender: 'card',
      lines: [{ order, version, amount_paise: due_paise }],
      payer: null,
      reference: null,
    };
    let paid = await this.#post(`/venues/${VENUE}/payments`, body);
    if (paid.body.code === 'shift_needed') {
      await this.#post(`/venues/${VENUE}/shifts`, { notes: [], coins: 0 });
      paid = await this.#post(`/venues/${VENUE}/payments`, body);
    }
    expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
  }

  async attendanceOf(order: string): Promise<string | null | undefined> {
    return (await this.board()).bookings.find((booking) => booking.order === order)?.attendance;
  }
}

async function openDesk(page: Page, context: BrowserContext, server: Server, baseURL?: string): Promise<Desk> {
  return new Desk(page, server, await signInAsOwner(context, baseURL));
}

const result = (page: Page) => page.getByRole('region', { name: 'The pass that was read last' });

test(
  'a pass before the camera checks its players in: one step',
  OPEN_HOURS,
  async ({ playwright, page, context, server, baseURL }, info) => {
    const desk = await openDesk(page, context, server, baseURL);
    const shown = await desk.book('Rohan Mehta');
    skipUnless(shown !== undefined, 'no game begins soon at this hour');
    if (shown === undefined) return;
    await desk.pay(shown.order);
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
      expect(await desk.attendanceOf(shown.order)).toBe('arrived');
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
    const desk = await openDesk(page, context, server, baseURL);
    const shown = await desk.book('Asha Patel');
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
    expect(await desk.attendanceOf(shown.order)).toBe('arrived');
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
    const desk = await openDesk(page, context, server, baseURL);
    const shown = await desk.book('Kavya Iyer');
    skipUnless(shown !== undefined, 'no game begins soon at this hour');
    if (shown === undefined) return;
    await page.goto(`${desk.address}/desk/v/${VENUE}/check-in`);
    await page.getByLabel('Booking number or phone').fill(shown.order.slice(-5));
    const found = page.getByRole('list', { name: 'Found' });
    await found.getByRole('button', { name: `Check in ${shown.name}` }).click();
    await expect(page.getByText(`${shown.name} is checked in.`)).toBeVisible();
    expect(await desk.attendanceOf(shown.order)).toBe('arrived');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => desk.attendanceOf(shown.order)).toBeNull();
  },
);

for (const width of [360, 1024]) {
  test(`check-in at ${width} px is accessible, in light and dark`, async ({ page, context, server, baseURL }) => {
    const desk = await openDesk(page, context, server, baseURL);
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
