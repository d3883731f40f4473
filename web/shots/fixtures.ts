import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page, type Route } from '@playwright/test';
import { payer } from '../e2e/paying';
import { newPlayer, signIn, type Player } from '../e2e/player';
import { Server } from '../e2e/server';

/** Where the pictures go: one folder per screen. */
export const FOLDER = process.env['SHOTS_FOLDER'] ?? '../target/shots';
/** The time in the demo and in the browser. */
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
  /** Takes only what the window shows: for dialogs and messages, which have a fixed place in the window. */
  window?: boolean;
  /** Takes only these widths in pixels, for screens that other widths do not have. */
  widths?: readonly number[];
  /** The height of the window in pixels, instead of that of the size. */
  height?: number;
}

interface Fixtures {
  /** The browser's clock runs until `stopClock` stops it: for messages that disappear by themselves. */
  running: boolean;
  server: Server;
  /** The demo's own player, with past and future games; signed in. No picture may change her bookings. */
  asha: Player;
  /** A new player, signed in. */
  newcomer: Player;
  /** A player who may pay online, signed in. */
  paying: Player;
  /** Takes pictures of the current state at every width and in both themes. */
  shoot: (screen: string, state: string, options?: ShootOptions) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  running: [false, { option: true }],
  page: async ({ page, running }, give) => {
    // Unless `running`, the browser's clock stands still, so that countdowns are the same in every picture.
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
  // Otherwise the element that was pressed last would be drawn as hovered.
  await page.mouse.move(0, 0);
  for (const size of sizes.filter(({ width }) => widths.includes(width))) {
    for (const theme of THEMES) {
      await page.setViewportSize({ ...size, height: height ?? size.height });
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
      }, theme);
      await settle(page, !window);
      // If a part is fixed to the window's lower edge, the window becomes as high as the page.
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

/** The height of the page in pixels, at least `least`, the height of the screen. */
function heightOf(page: Page, least: number): Promise<number> {
  return page.evaluate((screen) => Math.max(screen, document.documentElement.scrollHeight), least);
}

/** Waits until fonts and pictures are loaded, lazy ones too; scrolls to the top first if `fromTop`. */
async function settle(page: Page, fromTop: boolean): Promise<void> {
  await page.evaluate(async (toTop) => {
    if (toTop) window.scrollTo(0, 0);
    // The space reserved for a scroll bar would be visible, and no bar is drawn here.
    document.documentElement.style.scrollbarGutter = 'auto';
    const frame = () => new Promise(requestAnimationFrame);
    // The footer is rendered after the screen; the desk has no footer.
    const isComplete = () => location.pathname.startsWith('/desk') || document.querySelector('footer') !== null;
    while (!isComplete()) await frame();
    for (const picture of document.querySelectorAll('img')) picture.loading = 'eager';
    await document.fonts.ready;
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
    await frame();
  }, fromTop);
}

/** Stops the browser's clock, so that a message stays for its pictures. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 400);
}

/** Leaves a call without a reply, for pictures of what is shown while waiting. */
export async function stall(page: Page, call: string): Promise<void> {
  await serveUnrendered(page);
  await page.route(`**/api/${call}*`, () => new Promise<never>(() => {}));
}

/** Lets a call fail with status 503. */
export async function fail(page: Page, call: string): Promise<void> {
  await serveUnrendered(page);
  await page.route(`**/api/${call}*`, (route) =>
    route.fulfill({ status: 503, json: { error: 1, message: 'The server is busy.', code: 'busy' } }),
  );
}

/** Changes the answer of a call by `edit`. */
export async function change(page: Page, call: string, edit: (answer: Record<string, unknown>) => object) {
  await serveUnrendered(page);
  await page.route(`**/api/${call}*`, async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: edit((await answer.json()) as Record<string, unknown>) });
  });
}

/** Serves pages as if the server could not render them: of the answers that they usually contain, only app-config. */
async function serveUnrendered(page: Page): Promise<void> {
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
