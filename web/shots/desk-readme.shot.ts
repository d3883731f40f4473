import type { Page } from '@playwright/test';
import { deskAddress } from '../e2e/desk-address';
import { proveOwner, signInAsOwner } from '../e2e/desk-owner';
import { expect, test } from './fixtures';

/*
 * The pictures of the desk in README and docs/DESK.md, as a window shows them; docs/TESTING.md says how they get into
 * docs/img.
 */

const DAY = '2026-11-21';
const WINDOW = { window: true };
const LAPTOP = { window: true, widths: [1280] };

interface Booking {
  order: string;
  minute: number;
  due_paise: number;
  group: string | null;
}

/** Opens the desk at a venue, and waits until its board is live. */
async function openDesk(page: Page, desk: string, path: string): Promise<void> {
  await page.goto(`${desk}/desk/v/${path}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

async function bookingsOf(page: Page, desk: string, venue: number): Promise<Booking[]> {
  const answer = await page.request.get(`${desk}/api/desk/venues/${venue}/board?day=${DAY}`);
  return ((await answer.json()) as { bookings: Booking[] }).bookings;
}

/** A booking of one court at 7 PM, the hour after the moment of the pictures, on which money is due. */
async function dueNextHour(page: Page, desk: string, venue: number): Promise<Booking> {
  const bookings = await bookingsOf(page, desk, venue);
  const found = bookings.find(({ due_paise, minute, group }) => due_paise > 0 && minute === 19 * 60 && group === null);
  if (found === undefined) throw new Error(`nothing is due at venue ${venue} at 7 PM`);
  return found;
}

test('the board', async ({ page, context, baseURL, shoot }) => {
  await signInAsOwner(context);
  const desk = deskAddress(baseURL);
  await openDesk(page, desk, `2/board?day=${DAY}`);
  await shoot('desk-readme', 'board', { window: true, widths: [390] });
  const due = await dueNextHour(page, desk, 2);
  await openDesk(page, desk, `2/board?day=${DAY}&open=${due.order}`);
  await expect(page.getByRole('button', { name: /^Check in/ })).toBeVisible();
  await shoot('desk-readme', 'board', { window: true, widths: [1024, 1280, 1440] });
});

test('a booking moved', async ({ page, context, baseURL, shoot }) => {
  await signInAsOwner(context);
  const desk = deskAddress(baseURL);
  const due = await dueNextHour(page, desk, 2);
  await openDesk(page, desk, `2/board?day=${DAY}&open=${due.order}`);
  await page.getByRole('button', { name: /^Move/ }).click();
  await expect(page.getByText(/^Moving /).first()).toBeVisible();
  await shoot('desk-readme', 'move', LAPTOP);
});

test('check-in', async ({ page, context, baseURL, shoot }) => {
  await signInAsOwner(context);
  await openDesk(page, deskAddress(baseURL), '2/check-in');
  await shoot('desk-readme', 'check-in', LAPTOP);
});

test('the money of the day and the count', async ({ page, context, baseURL, shoot }) => {
  await signInAsOwner(context);
  await page.goto(`${deskAddress(baseURL)}/desk/v/1/money`);
  await expect(page.getByRole('heading', { level: 1, name: /^Money/ })).toBeVisible();
  await shoot('desk-readme', 'money', WINDOW);
  await page.getByRole('button', { name: /^Count/ }).click();
  await expect(page.getByRole('heading', { name: 'Count the drawer' })).toBeVisible();
  await shoot('desk-readme', 'count', LAPTOP);
});

test('running the venue: rain, prices, reports and the brand', async ({ page, context, server, baseURL, shoot }) => {
  const desk = await signInAsOwner(context, baseURL);
  await proveOwner(context.request, desk, await server.now());
  await openDesk(page, desk, `2/board?day=${DAY}&mode=rain`);
  await page.getByRole('button', { name: 'All outdoor' }).click();
  await expect(page.getByRole('button', { name: /^Close \d+ courts/ })).toBeVisible();
  await shoot('desk-readme', 'rain', LAPTOP);
  await page.goto(`${desk}/desk/v/2/prices`);
  await page.getByRole('group', { name: 'Brush' }).getByRole('button', { name: '₹900' }).click();
  for (const cell of ['Fri 6 PM', 'Fri 7 PM', 'Fri 8 PM', 'Sat 5 PM', 'Sun 5 PM']) {
    await page.getByRole('gridcell', { name: new RegExp(`^${cell}: `) }).click();
  }
  await expect(page.getByLabel('What changes').getByRole('button', { name: /^Publish from / })).toBeVisible();
  await shoot('desk-readme', 'prices', LAPTOP);
  await page.goto(`${desk}/desk/reports/occupancy?venue=2`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot('desk-readme', 'report', LAPTOP);
  await page.goto(`${desk}/desk/set-up/brand/look`);
  await expect(page.getByRole('heading', { name: 'How players see it' })).toBeVisible();
  await shoot('desk-readme', 'brand', LAPTOP);
});
