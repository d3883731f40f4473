import type { BrowserContext, Page } from '@playwright/test';
import type { Server } from './server';

/*
 * What time it is in the browser, decided here alone. The demo under test runs as if it were another moment
 * (`cargo xtask e2e --at`), and a player's phone shows the same one. Tests ask `server.now()` and never this machine.
 */

/** Sets `Date` of everything that this browser loads from now on, and of what it shows, by the server's clock. Timers stay real. */
export async function keepServerTime(context: BrowserContext, server: Server): Promise<void> {
  await setDate(context, (await server.now()) - Date.now());
}

/** Puts the clocks of provider, server and browser forward. */
export async function putForward(page: Page, server: Server, minutes: number): Promise<void> {
  await server.moveTime(minutes);
  await keepServerTime(page.context(), server);
}

/** Lets the browser alone believe in another moment from the next page on: lists go by its clock. */
export async function pretendMoment(page: Page, moment: Date): Promise<void> {
  await setDate(page.context(), moment.getTime() - Date.now());
}

/** Takes `Date` and timers of the browser in hand: they run on, and `page.clock` may put them forward. */
export async function takeClock(page: Page, server: Server): Promise<void> {
  // Playwright's clock counts from the machine's, and would take ours for a jump at every new page.
  await setDate(page.context(), 0);
  await page.clock.install({ time: await server.now() });
}

async function setDate(context: BrowserContext, ahead: number): Promise<void> {
  await context.addInitScript(shiftDate, ahead);
  await Promise.all(context.pages().map((page) => page.evaluate(shiftDate, ahead)));
}

/** Runs in each page before its own scripts: its `Date` is so many milliseconds ahead of the machine's. */
function shiftDate(ahead: number): void {
  const world = globalThis as typeof globalThis & { machineDate?: DateConstructor };
  const machine = (world.machineDate ??= world.Date);
  const now = () => machine.now() + ahead;
  // A stand-in for the same constructor, so that a date made by the browser itself is an instance of it too.
  const shifted = new Proxy(machine, {
    construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [now()] : given, made) as Date,
    apply: () => new machine(now()).toString(),
    get: (date, name) => (name === 'now' ? now : (Reflect.get(date, name) as unknown)),
  });
  world.Date = ahead === 0 ? machine : shifted;
}
