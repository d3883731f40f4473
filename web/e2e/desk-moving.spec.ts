import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { deskAddress } from './desk-address';
import { signInAsOwner } from './desk-owner';
import { checkScreen, expect, test } from './screen';

/* A booking is moved by one drag or three keys, and made longer by two keys. */

interface Board {
  courts: { id: number; name: string }[];
  starts: { minute: number }[];
  prices_paise: (number | null)[][];
  bookings: { order: string; court: number; minute: number; minutes: number }[];
  holds: { court: number; minute: number }[];
  desk_holds: { court: number; minute: number }[];
  blocks: { court: number; minute: number; minutes: number }[];
}

interface Made {
  order: string;
  court: number;
  minute: number;
  day: string;
}

/** The day three days from now in India: other tests book earlier days. */
function dayOf(now: number): string {
  return new Date(now + 5.5 * 3_600_000 + 3 * 86_400_000).toISOString().slice(0, 10);
}

async function boardOf(page: Page, desk: string, day: string): Promise<Board> {
  const answer = await page.request.get(`${desk}/api/desk/venues/1/board?day=${day}`);
  return (await answer.json()) as Board;
}

/** Books an hour whose next hour on the same court is free and costs the same; `place` keeps tests apart. */
async function bookWithRoom(page: Page, desk: string, day: string, place: number): Promise<Made> {
  const board = await boardOf(page, desk, day);
  const isFree = (court: number, minute: number) =>
    ![...board.bookings, ...board.blocks].some(
      (one) => one.court === court && one.minute <= minute && minute < one.minute + one.minutes,
    ) && ![...board.holds, ...board.desk_holds].some((one) => one.court === court && one.minute === minute);
  const fits = board.courts.flatMap(({ id }, row) =>
    board.starts.flatMap(({ minute }, column) => {
      const [price, next] = [board.prices_paise[row]?.[column], board.prices_paise[row]?.[column + 1]];
      const after = board.starts[column + 1]?.minute;
      const hasRoom = typeof price === 'number' && price === next && after !== undefined;
      return hasRoom && isFree(id, minute) && isFree(id, after) ? [{ court: id, minute, price }] : [];
    }),
  );
  // Only every third hour is used, so that no test books the hour after another test's booking.
  const chosen = fits[3 * place];
  if (chosen === undefined) throw new Error('too few free hours with room after them');
  const { court, minute, price } = chosen;
  const answer = await page.request.post(`${desk}/api/desk/venues/1/bookings`, {
    headers: { origin: desk, 'idempotency-key': randomUUID() },
    data: {
      day,
      slots: [{ court, minute }],
      player: { id: null, name: 'Rohan Mehta', phone: `98250 97${String(place).padStart(3, '0')}` },
      contact_name: null,
      total_paise: price,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { bookings } = (await answer.json()) as { bookings: { order: string }[] };
  return { order: bookings[0]?.order ?? '', court, minute, day };
}

async function placeOf(page: Page, desk: string, { order, day }: Made) {
  const { bookings } = await boardOf(page, desk, day);
  const found = bookings.find((one) => one.order === order);
  return found === undefined ? null : { court: found.court, minute: found.minute };
}

async function centre(cell: Locator) {
  const box = await cell.boundingBox();
  if (box === null) throw new Error('the cell is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Counts what a person does: one tap, key or drag each. */
class Steps {
  #count = 0;
  async do(step: () => Promise<unknown>): Promise<void> {
    this.#count += 1;
    await step();
  }
  get count(): number {
    return this.#count;
  }
}

test('a booking is moved by one drag and back by Z, and by three keys', async ({ page, context, server, baseURL }, {
  project,
  retry,
}) => {
  test.skip(project.name === 'phone', 'on a phone the board is a list');
  const desk = deskAddress(baseURL);
  await signInAsOwner(context);
  const made = await bookWithRoom(page, desk, dayOf(await server.now()), retry);
  const to = { court: made.court, minute: made.minute + 60 };
  await page.goto(`${desk}/desk/v/1/board?day=${made.day}&hour=${made.minute}`);
  const booking = page.locator(`[data-orders~="${made.order}"]`);
  await booking.scrollIntoViewIfNeeded();
  const target = page.locator(`[data-slots="${to.court}-${to.minute}"]`);
  const [from, until] = [await centre(booking), await centre(target)];

  const drag = new Steps();
  await drag.do(async () => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(until.x, until.y, { steps: 5 });
    await expect(page.locator('[data-ghost]')).toHaveText(/· \+₹0$/);
    await page.mouse.up();
  });
  await expect(page.getByText(/^Rohan Mehta is moved to /)).toBeVisible();
  expect(drag.count).toBe(1);
  expect(await placeOf(page, desk, made)).toEqual(to);
  await checkScreen(page);
  await booking.focus();
  await page.keyboard.press('z');
  await expect(page.getByText('Rohan Mehta is back. No message was sent.')).toBeVisible();
  expect(await placeOf(page, desk, made)).toEqual({ court: made.court, minute: made.minute });

  const keys = new Steps();
  await booking.focus();
  await keys.do(() => page.keyboard.press('m'));
  await expect(page.getByText(/^Moving Rohan Mehta from /)).toBeVisible();
  await keys.do(() => page.keyboard.press('ArrowRight'));
  await expect(page.locator('[data-ghost]')).toHaveText(/· \+₹0$/);
  await checkScreen(page);
  await keys.do(() => page.keyboard.press('Enter'));
  await expect(page.getByText(/^Rohan Mehta is moved to /)).toBeVisible();
  expect(keys.count).toBe(3);
  expect(await placeOf(page, desk, made)).toEqual(to);
});

test('E and Enter make a booking an hour longer', async ({ page, context, server, baseURL }, { project, retry }) => {
  test.skip(project.name === 'phone', 'a phone has no keys');
  const desk = deskAddress(baseURL);
  await signInAsOwner(context);
  const made = await bookWithRoom(page, desk, dayOf(await server.now()), 4 + retry);
  await page.goto(`${desk}/desk/v/1/board?day=${made.day}&hour=${made.minute}`);
  const keys = new Steps();
  await page.locator(`[data-orders~="${made.order}"]`).focus();
  await keys.do(() => page.keyboard.press('e'));
  await expect(page.getByRole('button', { name: /^Add \d+ [AP]M, ₹/ })).toBeFocused();
  await checkScreen(page);
  await keys.do(() => page.keyboard.press('Enter'));
  await expect(page.getByText(/ is added for Rohan Mehta\.$/)).toBeVisible();
  expect(keys.count).toBe(2);
  const { bookings } = await boardOf(page, desk, made.day);
  expect(bookings.some(({ court, minute }) => court === made.court && minute === made.minute + 60)).toBe(true);
});

test('Move in the panel and a tap on the free hour move a booking', async ({ page, context, server, baseURL }, {
  project,
  retry,
}) => {
  const desk = deskAddress(baseURL);
  await signInAsOwner(context);
  const place = (project.name === 'phone' ? 8 : 12) + retry;
  const made = await bookWithRoom(page, desk, dayOf(await server.now()), place);
  const to = { court: made.court, minute: made.minute + 60 };
  const { courts } = await boardOf(page, desk, made.day);
  const court = courts.find(({ id }) => id === to.court)?.name ?? '';
  await page.goto(`${desk}/desk/v/1/board?day=${made.day}&hour=${made.minute}&open=${made.order}`);
  await page.getByRole('button', { name: /^Move/ }).click();
  await checkScreen(page);
  if (project.name === 'phone') {
    const hour = new Date(Date.UTC(2026, 0, 1, 0, to.minute)).toLocaleTimeString('en-US', {
      hour: 'numeric',
      timeZone: 'UTC',
    });
    await page.getByRole('button', { name: `${court}, ${hour.replace(/\s/u, ' ')}`, exact: true }).click();
  } else {
    await page.locator(`[data-slots="${to.court}-${to.minute}"]`).click();
  }
  await expect(page.getByText(/^Rohan Mehta is moved to /)).toBeVisible();
  expect(await placeOf(page, desk, made)).toEqual(to);
});
