import { cellOf, dayIn, Desk, type MadeBooking, slotOf } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { centreOf, Steps } from './desk-steps';
import { SLOT_MINUTES } from './hours';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/** Books an hour whose next hour on the same court is free and costs the same; `place` keeps tests apart. */
async function bookWithRoom(desk: Desk, server: Server, place: number): Promise<MadeBooking> {
  // `desk-booking.spec.ts` books the day before.
  const day = await dayIn(server, 3);
  // Only every third hour is used, so that no test books the hour after another test's booking.
  const hour = (await desk.freeHours(day, true))[3 * place];
  if (hour === undefined) throw new Error('too few free hours with room after them');
  return desk.book(day, hour);
}

async function placeOf(desk: Desk, { order, day }: MadeBooking) {
  const { bookings } = await desk.board(day);
  const found = bookings.find((one) => one.order === order);
  return found === undefined ? null : { court: found.court, minute: found.minute };
}

test('a booking is moved by one drag and back by Z, and by three keys', async ({ page, context, server, baseURL }, {
  project,
  retry,
}) => {
  test.skip(project.name === 'phone', 'on a phone the board is a list');
  const desk = new Desk(page, await signInAsOwner(context, baseURL), 1);
  const made = await bookWithRoom(desk, server, retry);
  const to = { court: made.court, minute: made.minute + SLOT_MINUTES };
  await page.goto(desk.boardUrl(made.day, made.minute));
  const booking = cellOf(page, made);
  await booking.scrollIntoViewIfNeeded();
  const target = slotOf(page, to);
  const [from, until] = [await centreOf(booking), await centreOf(target)];

  const drag = await Steps.begin(page);
  await drag.drag(from, until, /· \+₹0$/);
  await expect(page.getByText(/^Rohan Mehta is moved to /)).toBeVisible();
  expect(drag.count).toBe(1);
  expect(await placeOf(desk, made)).toEqual(to);
  await checkScreen(page);
  await booking.focus();
  await page.keyboard.press('z');
  await expect(page.getByText('Rohan Mehta is back. No message was sent.')).toBeVisible();
  expect(await placeOf(desk, made)).toEqual({ court: made.court, minute: made.minute });

  const keys = await Steps.begin(page);
  await booking.focus();
  await keys.press('m');
  await expect(page.getByText(/^Moving Rohan Mehta from /)).toBeVisible();
  await keys.press('ArrowRight');
  await expect(page.locator('[data-ghost]')).toHaveText(/· \+₹0$/);
  await checkScreen(page);
  await keys.press('Enter');
  await expect(page.getByText(/^Rohan Mehta is moved to /)).toBeVisible();
  expect(keys.count).toBe(3);
  expect(await placeOf(desk, made)).toEqual(to);
});

test('E and Enter make a booking an hour longer', async ({ page, context, server, baseURL }, { project, retry }) => {
  test.skip(project.name === 'phone', 'a phone has no keys');
  const desk = new Desk(page, await signInAsOwner(context, baseURL), 1);
  const made = await bookWithRoom(desk, server, 4 + retry);
  await page.goto(desk.boardUrl(made.day, made.minute));
  const booking = cellOf(page, made);
  await expect(booking).toBeVisible();
  const keys = await Steps.begin(page);
  await booking.focus();
  await keys.press('e');
  await expect(page.getByRole('button', { name: /^Add \d+ [AP]M, ₹/ })).toBeFocused();
  await checkScreen(page);
  await keys.press('Enter');
  await expect(page.getByText(/ is added for Rohan Mehta\.$/)).toBeVisible();
  expect(keys.count).toBe(2);
  const { bookings } = await desk.board(made.day);
  expect(bookings.some(({ court, minute }) => court === made.court && minute === made.minute + SLOT_MINUTES)).toBe(
    true,
  );
});

test('Move in the panel and a tap on the free hour move a booking', async ({ page, context, server, baseURL }, {
  project,
  retry,
}) => {
  const desk = new Desk(page, await signInAsOwner(context, baseURL), 1);
  const place = (project.name === 'phone' ? 8 : 12) + retry;
  const made = await bookWithRoom(desk, server, place);
  const to = { court: made.court, minute: made.minute + SLOT_MINUTES };
  const { courts } = await desk.board(made.day);
  const court = courts.find(({ id }) => id === to.court)?.name ?? '';
  await page.goto(`${desk.boardUrl(made.day, made.minute)}&open=${made.order}`);
  await page.getByRole('button', { name: /^Move/ }).click();
  await checkScreen(page);
  if (project.name === 'phone') {
    const hour = new Date(Date.UTC(2026, 0, 1, 0, to.minute)).toLocaleTimeString('en-US', {
      hour: 'numeric',
      timeZone: 'UTC',
    });
    await page.getByRole('button', { name: `${court}, ${hour.replace(/\s/u, ' ')}`, exact: true }).click();
  } else {
    await slotOf(page, to).click();
  }
  await expect(page.getByText(/^Rohan Mehta is moved to /)).toBeVisible();
  expect(await placeOf(desk, made)).toEqual(to);
});
