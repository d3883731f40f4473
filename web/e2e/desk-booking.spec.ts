import type { BrowserContext, Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { dayIn, Desk } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { deskPanel } from './desk-panel';
import { timeOf } from './hours';
import { hold, newPlayer } from './player';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

interface FreeSlot {
  court: number;
  name: string;
  minute: number;
}

/** The free hours of a day in the board's order. Each hour that another test takes meanwhile moves the later ones up by a place. */
async function freeSlots(page: Page, address: string, day: string): Promise<FreeSlot[]> {
  const desk = new Desk(page, address, 1);
  const { courts } = await desk.board(day);
  const hours = await desk.freeHours(day);
  return courts.flatMap(({ id, name }) =>
    hours.filter(({ court }) => court === id).map(({ court, minute }) => ({ court, name, minute })),
  );
}

interface Fixtures {
  page: Page;
  context: BrowserContext;
  server: Server;
  baseURL: string | undefined;
}

interface Attempt {
  project: { name: string };
  retry: number;
}

/** Signs the owner in and finds a free hour; each test, screen size and try uses another `place` in their list. */
async function openDesk(
  { page, context, server, baseURL }: Fixtures,
  { project, retry }: Attempt,
  places: { phone: number; desktop: number },
) {
  const desk = await signInAsOwner(context, baseURL);
  // The day after tomorrow: tests of games that run or begin soon book today.
  const day = await dayIn(server, 2);
  const place = (project.name === 'phone' ? places.phone : places.desktop) + 3 * retry;
  const hour = (await freeSlots(page, desk, day))[place];
  if (hour === undefined) throw new Error('too few hours are free the day after tomorrow');
  return { desk, day, hour, place };
}

test('a caller is booked by an hour, a phone number and Enter, and the booking is undone', async ({
  page,
  context,
  server,
  baseURL,
}, attempt) => {
  const { desk, day, hour } = await openDesk({ page, context, server, baseURL }, attempt, { phone: 0, desktop: 7 });
  const { court, minute } = hour;

  // Step 1: the hour.
  await page.goto(`${desk}/desk/v/1/board?day=${day}&book=${court}-${minute}`);
  const booking = deskPanel(page, 'New booking');
  await expect(booking.getByText(/^Held for you for/)).toBeVisible();
  await checkScreen(page);
  const colleague = await context.newPage();
  await colleague.goto(`${desk}/desk/v/1/board?day=${day}&hour=${minute}`);
  await expect(colleague.getByText(/booking/).first()).toBeVisible();

  // Step 2: the phone number of the sample player. Step 3: Enter.
  await booking.getByRole('combobox', { name: 'Phone or name' }).fill('98765 43210');
  await expect(booking.getByRole('button', { name: /^Book for / })).toBeVisible();
  await page.keyboard.press('Enter');
  const opened = deskPanel(page, 'Booking');
  await expect(opened.getByRole('heading', { level: 2, name: hour.name })).toBeVisible();
  await expect(page.getByText(/^Booked for /)).toBeVisible();
  await checkScreen(page);
  const name = (await opened.getByRole('heading', { level: 3 }).first().textContent()) ?? '';
  await expect(colleague.getByText(name).first()).toBeVisible();

  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText(/is undone\. No message was sent\.$/)).toBeVisible();
  const after = await freeSlots(page, desk, day);
  expect(after).toContainEqual(hour);
  await colleague.close();
});

test(
  'a new number is booked with a name, and its cancellation says beforehand that nothing was paid',
  ANY_SIZE,
  async ({ page, context, server, baseURL }, attempt) => {
    const places = { phone: 14, desktop: 21 };
    const { desk, day, hour, place } = await openDesk({ page, context, server, baseURL }, attempt, places);
    await page.goto(`${desk}/desk/v/1/board?day=${day}&book=${hour.court}-${hour.minute}`);
    const booking = deskPanel(page, 'New booking');
    await expect(booking.getByText(/^Held for you for/)).toBeVisible();
    await booking.getByRole('combobox', { name: 'Phone or name' }).fill(`98250 998${place}`);
    await booking.getByLabel('Name', { exact: true }).fill('Meera Shah');
    await page.keyboard.press('Enter');

    const opened = deskPanel(page, 'Booking');
    await expect(opened.getByText('Meera Shah')).toBeVisible();
    await expect(opened.getByText('First visit')).toBeVisible();
    await opened.getByRole('button', { name: /^Cancel booking/ }).click();
    await expect(opened.getByText(/Nothing was paid/)).toBeVisible();
    await checkScreen(page);
    await opened.getByLabel('Reason').fill('Called off');
    await opened.getByRole('button', { name: 'Cancel booking', exact: true }).click();
    await expect(page.getByText('The booking of Meera Shah is cancelled.')).toBeVisible();
    expect(await freeSlots(page, desk, day)).toContainEqual(hour);
  },
);

test(
  'an hour that a player has just taken is reported as gone, and another court is one tap away',
  ANY_SIZE,
  async ({ page, context, server, baseURL, allowConsoleErrors }, attempt) => {
    allowConsoleErrors(/409/);
    const places = { phone: 28, desktop: 35 };
    const { desk, day, hour } = await openDesk({ page, context, server, baseURL }, attempt, places);
    const player = await newPlayer(server);
    // The player takes the court after the page has requested its hold, so that the live board cannot show it first.
    await page.route(
      '**/holds',
      async (route) => {
        const time = timeOf(hour.minute);
        const held = await hold(server, player, { venue: 1, date: day, time, free: 1 }, hour.court);
        expect(held, 'the player holds the court').toMatchObject({ error: 0 });
        await route.continue();
      },
      { times: 1 },
    );
    await page.goto(`${desk}/desk/v/1/board?day=${day}&book=${hour.court}-${hour.minute}`);
    const booking = deskPanel(page, 'New booking');
    const gone = booking.getByRole('alert').filter({ hasText: 'has just gone' });
    await expect(gone).toBeVisible();
    await checkScreen(page);
    await gone.getByRole('button').first().click();
    await expect(booking.getByText(/^Held for you for/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(booking).toBeHidden();
  },
);
