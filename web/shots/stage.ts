import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page, type Route } from '@playwright/test';
import { payer } from '../e2e/paying';
import { newPlayer, signIn, type Player } from '../e2e/player';
import { Server } from '../e2e/server';

/** Where the pictures go: one folder per screen. */
export const FOLDER = process.env['SHOTS_FOLDER'] ?? '../target/shots';
/** The moment the demo believes it is, and the browser with it. */
export const MOMENT = process.env['SHOTS_MOMENT'] ?? '2026-11-21T09:00:00+05:30';

/** For players: a phone, a tablet and a laptop. */
export const PLAYER_SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
/** For the desk: a phone, a tablet on the counter, a laptop and a larger screen. */
const DESK_SIZES = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
];
export const THEMES = ['light', 'dark'] as const;

export interface ShootOptions {
  /** Only what the window shows: for dialogs and messages, which have a fixed place in the window. */
  window?: boolean;
  /** Only these widths, for what other widths do not have. */
  widths?: readonly number[];
  /** Another height of the window. */
  height?: number;
}

interface Stage {
  /** Time passes, until it is held: for messages that go away by themselves. */
  running: boolean;
  server: Server;
  /** The demo's own player, with games behind and ahead; signed in. No other picture changes her bookings. */
  asha: Player;
  /** A fresh player, signed in. */
  newcomer: Player;
  /** A player who may pay online, signed in. */
  paying: Player;
  /** Takes the state as it is on every width and in both themes. */
  shoot: (screen: string, state: string, options?: ShootOptions) => Promise<void>;
}

export const test = base.extend<Stage>({
  running: [false, { option: true }],
  page: async ({ page, running }, give) => {
    // The browser's clock is paused, so that countdowns are the same in every picture.
    if (running) await page.clock.install({ time: new Date(MOMENT) });
    else await page.clock.setFixedTime(new Date(MOMENT));
    await give(page);
  },
  server: async ({ request }, give) => {
    await give(new Server(request));
  },
  asha: async ({ page, server }, give) => {
    const phone = '9876543210';
    const password = 'pickleball';
    const { token, user_info } = await server.post<{ token: string; user_info: Record<string, unknown> }>('/login', {
      body: { username: `+91${phone}`, password, device_id: 'shots00000' },
    });
    const asha = { phone, password, token, user: user_info, name: 'Asha Patel', email: 'asha.patel@example.in' };
    await signIn(page, asha);
    await give(asha);
  },
  newcomer: async ({ page, server }, give) => {
    const newcomer = await newPlayer(server, 'Meera Deshmukh');
    await signIn(page, newcomer);
    await give(newcomer);
  },
  paying: async ({ page, server }, give, info) => {
    await give(await payer(server, page, info));
  },
  shoot: async ({ page }, give) => {
    await give((screen, state, options) => shoot(page, screen, state, options));
  },
});

export { expect };

async function shoot(page: Page, screen: string, state: string, options: ShootOptions = {}): Promise<void> {
  const sizes = new URL(page.url()).pathname.startsWith('/desk') ? DESK_SIZES : PLAYER_SIZES;
  const { window = false, widths = sizes.map(({ width }) => width), height } = options;
  const folder = join(FOLDER, screen);
  mkdirSync(folder, { recursive: true });
  // What was pressed last would look as if it were pointed at.
  await page.mouse.move(0, 0);
  for (const size of sizes.filter(({ width }) => widths.includes(width))) {
    for (const theme of THEMES) {
      await page.setViewportSize({ ...size, height: height ?? size.height });
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
      }, theme);
      await settle(page, !window);
      // What is fixed to the lower edge shall stand there: then the window is made as high as the page.
      if (!window && (await hasFixed(page))) {
        await page.setViewportSize({ width: size.width, height: await heightOf(page, size.height) });
      }
      await page.screenshot({
        path: join(folder, `${state}-${size.width}-${theme}.png`),
        fullPage: !window,
        animations: 'disabled',
      });
    }
  }
}

/** Whether a part of the screen has a fixed place in the window. */
function hasFixed(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')].some((part) => getComputedStyle(part).position === 'fixed'),
  );
}

/** How high the page is, at least as high as the screen. */
function heightOf(page: Page, least: number): Promise<number> {
  return page.evaluate((screen) => Math.max(screen, document.documentElement.scrollHeight), least);
}

/** Fonts and pictures are there, also those that load when they come near; a whole page is scrolled to its top. */
async function settle(page: Page, fromTop: boolean): Promise<void> {
  await page.evaluate(async (toTop) => {
    if (toTop) window.scrollTo(0, 0);
    // The room that is kept for a scroll bar would show, and no bar is drawn here.
    document.documentElement.style.scrollbarGutter = 'auto';
    const frame = () => new Promise(requestAnimationFrame);
    // It comes a moment after the screen; the desk has none.
    const isComplete = () => location.pathname.startsWith('/desk') || document.querySelector('footer') !== null;
    while (!isComplete()) await frame();
    for (const picture of document.querySelectorAll('img')) picture.loading = 'eager';
    await document.fonts.ready;
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
    await frame();
  }, fromTop);
}

/** Stops the browser's clock, so that a message stays for its pictures. */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 400);
}

/** A call that never ends: what is shown while waiting. */
export async function stall(page: Page, call: string): Promise<void> {
  await arriveEmpty(page);
  await page.route(`**/api/${call}*`, () => new Promise<never>(() => {}));
}

/** A call that the server answers with an error. */
export async function fail(page: Page, call: string): Promise<void> {
  await arriveEmpty(page);
  await page.route(`**/api/${call}*`, (route) =>
    route.fulfill({ status: 503, json: { error: 1, message: 'The server is busy.', code: 'busy' } }),
  );
}

/** A call's answer, changed on its way. */
export async function change(page: Page, call: string, edit: (answer: Record<string, unknown>) => object) {
  await arriveEmpty(page);
  await page.route(`**/api/${call}*`, async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: edit((await answer.json()) as Record<string, unknown>) });
  });
}

/** A public page as it comes when the server could not draw it: without the answers that it usually brings along. */
async function arriveEmpty(page: Page): Promise<void> {
  await page.route('**/*', async (route: Route) => {
    if (route.request().resourceType() !== 'document') {
      await route.fallback();
      return;
    }
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(?<=id="page-data">)[^<]*/, (text) => {
      const data = JSON.parse(text) as { queries: [string[], unknown][] };
      const queries = data.queries.filter(([[name]]) => name === 'app-config');
      return JSON.stringify({ ...data, rendered: 'nothing', queries }).replaceAll('<', String.raw`\u003c`);
    });
    await route.fulfill({ response: answer, body });
  });
}
