import type { BrowserContext, Page } from '@playwright/test';
import type { Server } from './server';

/*
 * The browser's time, set only here. The demo under test may run at another time (`cargo xtask e2e --at`), and a
 * player's phone shows the same. Tests call `server.now()` instead of reading this machine's clock.
 */

/** Sets `Date` by the server's clock for the open pages and all later pages of this browser. Timers stay real. */
export async function keepServerTime(context: BrowserContext, server: Server): Promise<void> {
  await setDate(context, (await server.now()) - Date.now());
}

/** Moves the clocks of provider, server and browser forward. */
export async function putForward(page: Page, server: Server, minutes: number): Promise<void> {
  await server.moveTime(minutes);
  await keepServerTime(page.context(), server);
}

/** Lets the list of bookings come as if the server's clock showed this moment, by which it sorts coming and past games. */
export async function pretendHistoryAt(page: Page, moment: Date): Promise<void> {
  await page.route('**/api/user/getBookingHistory*', async (route) => {
    const response = await route.fetch();
    const history = (await response.json()) as object;
    await route.fulfill({ response, json: { ...history, server_time: moment.toISOString() } });
  });
}

/** Replaces `Date` and timers of the browser: they keep running, and `page.clock` can move them forward. */
export async function takeClock(page: Page, server: Server): Promise<void> {
  // Playwright's clock starts from the machine's, and would treat a shifted `Date` as a jump on every new page.
  await setDate(page.context(), 0);
  await page.clock.install({ time: await server.now() });
}

async function setDate(context: BrowserContext, ahead: number): Promise<void> {
  await context.addInitScript(shiftDate, ahead);
  await Promise.all(context.pages().map((page) => page.evaluate(shiftDate, ahead)));
}

/** Runs in the browser: shifts `Date` by this many milliseconds from the machine's clock. */
function shiftDate(ahead: number): void {
  const world = globalThis as typeof globalThis & { machineDate?: DateConstructor };
  const machine = (world.machineDate ??= world.Date);
  const now = () => machine.now() + ahead;
  // A proxy of the same constructor, so that dates created by the browser itself are instances of it too.
  const shifted = new Proxy(machine, {
    construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [now()] : given, made) as Date,
    apply: () => new machine(now()).toString(),
    get: (date, name) => (name === 'now' ? now : (Reflect.get(date, name) as unknown)),
  });
  world.Date = ahead === 0 ? machine : shifted;
}
