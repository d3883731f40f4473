import type { Locator, Page } from '@playwright/test';
import { deskAddress } from './desk-address';
import { signInAsOwner } from './desk-owner';
import { checkScreen, expect, test } from './screen';

interface Board {
  courts: { id: number; name: string }[];
  starts: { minute: number }[];
  prices_paise: (number | null)[][];
  bookings: { court: number; minute: number; minutes: number }[];
  holds: { court: number; minute: number }[];
  desk_holds: { court: number; minute: number }[];
  blocks: { court: number; minute: number; minutes: number }[];
}

interface FreeHour {
  court: number;
  name: string;
  minute: number;
}

/** The day after tomorrow in India: other tests book today and tomorrow. */
function dayOf(now: number): string {
  return new Date(now + 5.5 * 3_600_000 + 2 * 86_400_000).toISOString().slice(0, 10);
}

/** The free hours of a day, the same for each reader. */
async function freeHours(page: Page, desk: string, day: string): Promise<FreeHour[]> {
  const answer = await page.request.get(`${desk}/api/desk/venues/1/board?day=${day}`);
  const board = (await answer.json()) as Board;
  const taken = (court: number, minute: number) =>
    [...board.bookings, ...board.blocks].some(
      (one) => one.court === court && one.minute <= minute && minute < one.minute + one.minutes,
    ) || [...board.holds, ...board.desk_holds].some((one) => one.court === court && one.minute === minute);
  return board.courts.flatMap(({ id, name }, row) =>
    board.starts
      .filter(({ minute }, column) => typeof board.prices_paise[row]?.[column] === 'number' && !taken(id, minute))
      .map(({ minute }) => ({ court: id, name, minute })),
  );
}

/** What stands beside the board, or over it on a phone. */
function panel(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name }).or(page.getByRole('dialog', { name }));
}

test('a caller is booked by an hour, the end of a phone number and Enter, and it is undone', async ({
  page,
  context,
  server,
  baseURL,
}, { project, retry }) => {
  const desk = deskAddress(baseURL);
  await signInAsOwner(context);
  const day = dayOf(await server.now());
  const hours = await freeHours(page, desk, day);
  // Each screen size and each try takes an hour of its own.
  const hour = hours[(project.name === 'phone' ? 0 : 7) + 3 * retry];
  if (hour === undefined) throw new Error('no hour is free the day after tomorrow');
  const { court, minute } = hour;

  // Step 1: the hour.
  await page.goto(`${desk}/desk/v/1/board?day=${day}&book=${court}-${minute}`);
  const booking = panel(page, 'New booking');
  await expect(booking.getByText(/^Held for you for/)).toBeVisible();
  await checkScreen(page);
  const colleague = await context.newPage();
  await colleague.goto(`${desk}/desk/v/1/board?day=${day}&hour=${minute}`);
  await expect(colleague.getByText(/booking/).first()).toBeVisible();

  // Step 2: four digits of the sample player's phone. Step 3: Enter.
  await booking.getByRole('combobox', { name: 'Phone or name' }).fill('98765 43210');
  await expect(booking.getByRole('button', { name: /^Book for / })).toBeVisible();
  await page.keyboard.press('Enter');
  const opened = panel(page, 'Booking');
  await expect(opened.getByRole('heading', { level: 2, name: hour.name })).toBeVisible();
  await expect(page.getByText(/^Booked for /)).toBeVisible();
  await checkScreen(page);
  const name = (await opened.getByRole('heading', { level: 3 }).first().textContent()) ?? '';
  await expect(colleague.getByText(name).first()).toBeVisible();

  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText(/is undone\. No message was sent\.$/)).toBeVisible();
  const after = await freeHours(page, desk, day);
  expect(after).toContainEqual(hour);
  await colleague.close();
});

test('a new number is booked with a name, and cancelled with what goes back shown first', async ({
  page,
  context,
  server,
  baseURL,
}, { project, retry }) => {
  const desk = deskAddress(baseURL);
  await signInAsOwner(context);
  const day = dayOf(await server.now());
  const hours = await freeHours(page, desk, day);
  const place = (project.name === 'phone' ? 14 : 21) + 3 * retry;
  const hour = hours[place];
  if (hour === undefined) throw new Error('too few hours are free the day after tomorrow');
  await page.goto(`${desk}/desk/v/1/board?day=${day}&book=${hour.court}-${hour.minute}`);
  const booking = panel(page, 'New booking');
  await expect(booking.getByText(/^Held for you for/)).toBeVisible();
  await booking.getByRole('combobox', { name: 'Phone or name' }).fill(`98250 998${place}`);
  await booking.getByLabel('Name', { exact: true }).fill('Meera Shah');
  await page.keyboard.press('Enter');

  const opened = panel(page, 'Booking');
  await expect(opened.getByText('Meera Shah')).toBeVisible();
  await expect(opened.getByText('First visit')).toBeVisible();
  await opened.getByRole('button', { name: /^Cancel booking/ }).click();
  await expect(opened.getByText(/Nothing was paid/)).toBeVisible();
  await checkScreen(page);
  await opened.getByLabel('Reason').fill('Called off');
  await opened.getByRole('button', { name: 'Cancel booking', exact: true }).click();
  await expect(page.getByText('The booking of Meera Shah is cancelled.')).toBeVisible();
  expect(await freeHours(page, desk, day)).toContainEqual(hour);
});

test('an hour that has just gone is said to be gone', async ({ page, context, server, baseURL, mayComplain }, {
  project,
  retry,
}) => {
  mayComplain(/409/);
  const desk = deskAddress(baseURL);
  await signInAsOwner(context);
  const day = dayOf(await server.now());
  const hours = await freeHours(page, desk, day);
  const hour = hours[(project.name === 'phone' ? 28 : 35) + 3 * retry];
  if (hour === undefined) throw new Error('too few hours are free the day after tomorrow');
  // A player takes it in the moment between the look at the board and the press.
  await page.route('**/holds', async (route) => {
    const body = {
      type: 'about:blank',
      title: '',
      status: 409,
      code: 'slot_taken',
      params: { court: hour.name },
      alternatives: { courts: [], hours: [] },
    };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(body) });
  });
  await page.goto(`${desk}/desk/v/1/board?day=${day}&book=${hour.court}-${hour.minute}`);
  await expect(panel(page, 'New booking').getByText(/has just gone/)).toBeVisible();
  await checkScreen(page);
});
