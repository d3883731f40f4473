import type { BrowserContext, Locator, Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { keepServerTime } from './clock';
import { dayIn, Desk, venueOf } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { OPEN_HOURS, skipUnless } from './open-hours';
import { addVenue, retire } from './own-venue';
import { checkScreen, expect, test } from './screen';

/*
 * These tests disconnect the network and connect it again. The payment is for a booking of a later day, so it does not
 * depend on the time of the run; the arrival needs a game that begins soon, so a test in the opening hours has both. Those
 * that add no venue use the first one, because no test closes its shift: a payment that is sent after its shift was counted
 * is refused, as in a test below.
 */

test.use({ serviceWorkers: 'allow' });

interface SentFact {
  id: string;
  what: { kind: string; order?: string };
}

async function openDesk(page: Page, context: BrowserContext, baseURL: string | undefined): Promise<Desk> {
  const address = await signInAsOwner(context, baseURL);
  return new Desk(page, address, await venueOf(page.request, address, 0));
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Booking' });
const badge = (page: Page, text: string): Locator => page.getByRole('button', { name: text });

/** How far the desk's service worker is: what it waits for, or that it is active. */
function workerState(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return 'waits for its registration';
    const { active, waiting, installing } = registration;
    if (active?.state !== 'activated') {
      return `waits for its activation: ${(active ?? waiting ?? installing)?.state ?? 'no script is loaded'}`;
    }
    return 'is active';
  });
}

/**
 * Waits until the desk's service worker is active, so that the desk's pages open without a network. It may not control this page: one that
 * was opened while the worker became active is left alone, and the next one is the worker's.
 */
async function waitForWorker(page: Page): Promise<void> {
  const message = 'the state of the service worker';
  // It loads all of the desk before it is active.
  await expect.poll(() => workerState(page), { message, timeout: 60_000 }).toBe('is active');
}

/** Waits until the device has kept the board of a day, which it does after the board is shown. */
async function waitForKeptBoard(page: Page, { venue }: Desk, day: string): Promise<void> {
  const isKept = (key: string) =>
    page.evaluate(async (wanted) => {
      const name = 'sideout-desk';
      // To open a database that does not exist would create an empty one.
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return false;
      return new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(new Error('the database does not open')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const found = database.transaction('boards').objectStore('boards').getKey(wanted);
          found.addEventListener('success', () => {
            database.close();
            resolve(found.result !== undefined);
          });
        });
      });
    }, key);
  await expect.poll(() => isKept(`${venue} ${day}`)).toBe(true);
}

/** Opens a booking of ₹800, disconnects the network, and notes that it was paid in cash. */
async function noteCashOffline(
  page: Page,
  desk: Desk,
  { day, order, name }: { day: string; order: string; name: string },
): Promise<void> {
  const booking = `${desk.address}/desk/v/${desk.venue}/board?day=${day}&open=${order}`;
  await page.goto(booking);
  await expect(panel(page).getByText(name).first()).toBeVisible();
  await waitForWorker(page);
  await waitForKeptBoard(page, desk, day);
  await page.context().setOffline(true);
  // It may have been opened before the worker was active.
  await page.goto(booking);
  await panel(page)
    .getByRole('button', { name: /^Note ₹800 in cash/ })
    .click();
  await expect(badge(page, '1 to send')).toBeAttached();
}

/** Console messages of a browser without a network: about calls, and about the update of the service worker. */
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR_FAILED|An unknown error occurred when fetching the script/;

for (const { what, withArrival, tag } of [
  { what: 'a payment', withArrival: false, tag: [ANY_SIZE.tag] },
  { what: 'a payment with an arrival', withArrival: true, tag: [ANY_SIZE.tag, OPEN_HOURS.tag] },
]) {
  test(
    `${what} written down without a network is kept over a reload, sent when it is back, and counted once`,
    { tag },
    async ({ page, context, server, baseURL, allowConsoleErrors }) => {
      // Calls fail without a network, and the browser asks before it closes a page with unsent facts.
      allowConsoleErrors(NO_NETWORK);
      page.on('dialog', (dialog) => void dialog.accept());
      const desk = await openDesk(page, context, baseURL);
      const later = await dayIn(server, 5);
      const order = await desk.bookEarliest(later, await desk.freeHours(later), 'Lata Kulkarni');
      if (order === undefined) throw new Error(`no hour of venue ${desk.venue} is free on ${later}`);
      await desk.openShift();
      const { day: today, hours } = await desk.soonHours(server);
      const soon = withArrival ? await desk.bookEarliest(today, hours, 'Jignesh Vora') : undefined;
      if (withArrival) skipUnless(soon !== undefined, 'no game begins soon');

      // A board is kept once it is shown: today's and that day's.
      if (soon !== undefined) {
        await page.goto(`${desk.address}/desk/v/${desk.venue}/board`);
        await expect(page.getByText('Jignesh Vora').first()).toBeVisible();
        // A board that is left at once may not be kept.
        await waitForKeptBoard(page, desk, today);
      }
      await page.goto(`${desk.address}/desk/v/${desk.venue}/board?day=${later}`);
      await expect(page.getByText('Lata Kulkarni').first()).toBeVisible();
      await waitForWorker(page);
      await waitForKeptBoard(page, desk, later);

      await context.setOffline(true);
      await expect(page.getByText(/^No network. The board is as of/)).toBeVisible();
      await page.goto(`${desk.address}/desk/v/${desk.venue}/board?day=${later}&open=${order}`);
      await expect(page.getByText(/^No network. The board is as of/)).toBeVisible();
      await expect(panel(page).getByText('Needs the network')).toBeVisible();
      await expect(panel(page).getByRole('button', { name: 'Move' })).toBeDisabled();
      await checkScreen(page);
      await panel(page)
        .getByRole('button', { name: /^Note ₹[\d,]+ in cash/ })
        .click();
      await expect(badge(page, '1 to send')).toBeVisible();
      await expect(panel(page).getByText('Not sent yet')).toBeVisible();

      const total = soon === undefined ? 1 : 2;
      if (soon !== undefined) {
        await page.goto(`${desk.address}/desk/v/${desk.venue}/board?open=${soon}`);
        await panel(page).getByRole('button', { name: 'Check in' }).click();
        await expect(badge(page, '2 to send')).toBeVisible();
        await expect(panel(page).getByText('Not sent yet', { exact: true })).toBeVisible();
      }

      // On a phone the open booking covers the badge, so the page is opened again without it.
      await page.goto(`${desk.address}/desk/v/${desk.venue}/board?day=${later}`);
      await expect(page.getByText(/^No network. The board is as of/)).toBeVisible();
      await badge(page, `${total} to send`).click();
      const queue = page.getByRole('dialog', { name: 'Waiting on this device' });
      await expect(queue.getByText(/Lata Kulkarni/)).toBeVisible();
      await checkScreen(page);
      await queue.getByRole('button', { name: /close/i }).click();

      const lists: { staff: string; facts: SentFact[] }[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/sync')) lists.push(request.postDataJSON() as { staff: string; facts: SentFact[] });
      });
      await context.setOffline(false);
      await expect(badge(page, `${total} to send`)).toBeHidden();
      await expect(page.getByText(/^No network/)).toBeHidden();
      const paid = await desk.booking(order);
      expect([paid.due_paise, paid.payments.length]).toEqual([0, 1]);
      if (soon !== undefined) expect((await desk.booking(soon)).attendance).toBe('arrived');

      // Sends the same list again, as after a lost answer.
      const [list] = lists;
      expect(list?.facts).toHaveLength(total);
      const { answers } = await desk.post<{ answers: { id: string; outcome: string }[] }>(
        `/venues/${desk.venue}/sync`,
        list ?? {},
      );
      expect(answers.map(({ id, outcome }) => [id, outcome])).toEqual(list?.facts.map(({ id }) => [id, 'done']));
      expect((await desk.booking(order)).payments).toHaveLength(1);
    },
  );
}

test(
  'cash is asked about again if the drawer was counted after its clerk was asked, and is in one count',
  ANY_SIZE,
  async ({ page, context, server, baseURL, allowConsoleErrors }) => {
    allowConsoleErrors(NO_NETWORK);
    const desk = await addVenue(page, server, baseURL);
    const day = await dayIn(server, 5);
    const order = await desk.bookEarliest(day, await desk.freeHours(day), 'Lata Kulkarni');
    if (order === undefined) throw new Error(`no hour of venue ${desk.venue} is free on ${day}`);
    await desk.openShift();
    const { shift } = await desk.get<{ shift: { id: string } }>(`/venues/${desk.venue}/shift`);
    const count = (id: string, coins: number) =>
      desk.post<{ next: string }>(`/shifts/${id}/count`, { notes: [], coins });

    await noteCashOffline(page, desk, { day, order, name: 'Lata Kulkarni' });

    const shown = await count(shift.id, 0);
    await context.setOffline(false);
    // On a phone the open booking covers the badge.
    await page.goto(desk.boardUrl(day));
    await badge(page, '1 to decide').click();
    const queue = page.getByRole('dialog', { name: 'Waiting on this device' });
    const inCount = queue.getByRole('button', { name: 'It was in that count' });
    await expect(inCount).toBeVisible();
    await count(shown.next, 800);
    await queue.getByRole('button', { name: 'Into the present shift' }).click();
    await expect(queue.getByText(/^The drawer was counted again meanwhile/)).toBeVisible();
    await expect(inCount).toBeHidden();
    expect(await desk.booking(order)).toMatchObject({ due_paise: 80_000, payments: [] });
    await checkScreen(page);

    await queue
      .getByRole('button', { name: /^In the count at/ })
      .nth(1)
      .click();
    await expect(queue.getByText('Nothing waits on this device.')).toBeVisible();
    expect(await desk.booking(order)).toMatchObject({ due_paise: 0, payments: [{ amount_paise: 80_000 }] });
    const { shifts } = await desk.get<{ shifts: { id: string; cash_without_network: object[] }[] }>(
      `/venues/${desk.venue}/money`,
    );
    expect(shifts.map(({ id, cash_without_network }) => [id, cash_without_network.length])).toEqual([
      [shown.next, 1],
      [shift.id, 0],
    ]);
    await retire(page, desk, [order]);
  },
);

test(
  'of cash that is more than is due by now, the due part is paid and the rest is given back',
  ANY_SIZE,
  async ({ page, context, server, baseURL, allowConsoleErrors }) => {
    allowConsoleErrors(NO_NETWORK);
    const desk = await addVenue(page, server, baseURL);
    const day = await dayIn(server, 5);
    const order = await desk.bookEarliest(day, await desk.freeHours(day), 'Farah Contractor');
    if (order === undefined) throw new Error(`no hour of venue ${desk.venue} is free on ${day}`);
    await desk.openShift();
    await noteCashOffline(page, desk, { day, order, name: 'Farah Contractor' });

    // A colleague with a network takes a part of it by card.
    await desk.payByCard(order, 30_000);
    await context.setOffline(false);
    // On a phone the open booking covers the badge.
    await page.goto(desk.boardUrl(day));
    await badge(page, '1 to decide').click();
    const queue = page.getByRole('dialog', { name: 'Waiting on this device' });
    await expect(queue.getByText(/₹500 is due now\.$/)).toBeVisible();
    await checkScreen(page);
    await queue.getByRole('button', { name: '₹500 is paid, ₹300 given back' }).click();
    await expect(queue.getByText('Nothing waits on this device.')).toBeVisible();
    const { due_paise, payments } = await desk.booking(order);
    expect([due_paise, payments.map(({ amount_paise }) => amount_paise)]).toEqual([0, [30_000, 50_000]]);
    const { entries } = await desk.get<{
      entries: { verb: string; after: { decision: string; amount_paise: number } }[];
    }>(`/audit?order=${order}`);
    const decided = entries.filter(({ verb }) => verb === 'payment.decided').map(({ after }) => after);
    expect(decided).toMatchObject([{ decision: 'given_back', amount_paise: 30_000 }]);
    await retire(page, desk, [order]);
  },
);

test(
  'a free hour without a network is written down, kept over a reload, and not held',
  ANY_SIZE,
  async ({ page, context, server, baseURL, allowConsoleErrors }) => {
    allowConsoleErrors(NO_NETWORK);
    const desk = await openDesk(page, context, baseURL);
    await keepServerTime(context, server);
    await page.goto(`${desk.address}/desk/v/${desk.venue}/board?day=${await dayIn(server, 6)}`);
    const free = page.getByRole('button', { name: /free/i }).first();
    await expect(free).toBeVisible();
    await waitForWorker(page);
    const holds: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/holds')) holds.push(request.url());
    });
    await context.setOffline(true);
    await expect(page.getByText(/^No network. The board is as of/)).toBeVisible();
    await page
      .getByRole('button', { name: /free.*Needs the network/i })
      .first()
      .click();
    const form = page.getByRole('dialog', { name: 'Write it down' });
    await form.getByRole('textbox', { name: 'Name, if it is given' }).fill('Asha Naik');
    await checkScreen(page);
    await form.getByRole('button', { name: 'Write it down' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('1 request is written down and not booked.')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'New booking' })).toBeHidden();
    await context.setOffline(false);
    await page.reload();
    await page.getByRole('button', { name: 'Show' }).click();
    expect(holds, 'no hold is requested for what is written down').toEqual([]);
    await page.getByRole('button', { name: 'Book now' }).click();
    await expect(page.getByRole('combobox', { name: 'Phone or name' })).toHaveValue('Asha Naik');
  },
);
