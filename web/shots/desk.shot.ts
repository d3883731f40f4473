import { deskAddress } from '../e2e/desk-address';
import { proveOwner, signInAsOwner } from '../e2e/desk-owner';
import { expect, test } from './fixtures';

const WINDOW = { window: true };

test('the board and a booking', async ({ page, context, baseURL, shoot }) => {
  await signInAsOwner(context);
  const board = `${deskAddress(baseURL)}/desk/v/2/board?day=2026-11-21`;
  await page.goto(board);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await shoot('desk', 'board', WINDOW);
  const answer = await page.request.get(`${deskAddress(baseURL)}/api/desk/venues/2/board?day=2026-11-21`);
  const { bookings } = (await answer.json()) as { bookings: { order: string; due_paise: number; minute: number }[] };
  // Players are checked in from three hours before their start.
  const due = bookings.find(({ due_paise, minute }) => due_paise > 0 && minute >= 10 * 60 && minute <= 21 * 60);
  await page.goto(`${board}&open=${due?.order}`);
  await expect(page.getByRole('button', { name: /^Check in/ })).toBeVisible();
  await shoot('desk', 'booking', WINDOW);
});

test('check-in', async ({ page, context, baseURL, shoot }) => {
  await signInAsOwner(context);
  await page.goto(`${deskAddress(baseURL)}/desk/v/2/check-in`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await shoot('desk', 'check-in', WINDOW);
  await page.getByLabel('Booking number or phone').fill('SO1.torn');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not a pass')).toBeVisible();
  await shoot('desk', 'check-in-result', WINDOW);
});

test('signing in', async ({ page, baseURL, shoot }) => {
  await page.goto(`${deskAddress(baseURL)}/desk/sign-in`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot('desk', 'sign-in');
});

test('a link that does not work', async ({ page, baseURL, shoot }) => {
  await page.goto(`${deskAddress(baseURL)}/desk/join#sl_unknown`);
  await expect(page.getByText('The link did not work')).toBeVisible();
  await shoot('desk', 'join-failed');
});

test('sign-in and sessions', async ({ page, context, baseURL, shoot }) => {
  await signInAsOwner(context);
  await page.goto(`${deskAddress(baseURL)}/desk/set-up/keys`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('This device').first()).toBeVisible();
  await shoot('desk', 'keys', WINDOW);
});

test('brand', async ({ page, context, server, baseURL, shoot }) => {
  const desk = await signInAsOwner(context, baseURL);
  await proveOwner(context.request, desk, await server.now());
  await page.goto(`${desk}/desk/set-up/brand`);
  await expect(page.getByRole('link', { name: /^Tax and receipts/ })).toBeVisible();
  await shoot('desk', 'brand', WINDOW);
  for (const part of ['name', 'look', 'tax', 'policies', 'messages']) {
    await page.goto(`${desk}/desk/set-up/brand/${part}`);
    await expect(page.getByRole('heading', { name: 'How players see it' })).toBeVisible();
    await shoot('desk', `brand-${part}`);
  }
});

test('staff', async ({ page, context, server, baseURL, shoot }) => {
  const desk = await signInAsOwner(context, baseURL);
  await proveOwner(context.request, desk, await server.now());
  await page.goto(`${desk}/desk/set-up/staff`);
  await expect(page.getByRole('button', { name: 'Add a person' })).toBeVisible();
  await shoot('desk', 'staff', WINDOW);
  await page.getByRole('button', { name: 'Change Dev Solanki' }).click();
  await shoot('desk', 'staff-change');
});

test('venues', async ({ page, context, server, baseURL, shoot }) => {
  const desk = await signInAsOwner(context, baseURL);
  await proveOwner(context.request, desk, await server.now());
  await page.goto(`${desk}/desk/set-up/venues`);
  await expect(page.getByRole('link', { name: /^Riverside Arena/ })).toBeVisible();
  await shoot('desk', 'venues', WINDOW);
  await page.goto(`${desk}/desk/set-up/venues/1`);
  await page.getByRole('button', { name: /^Court 2, / }).click();
  await shoot('desk', 'venue');
  await page.getByRole('button', { name: 'Retire this court' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'These games lose their place' })).toBeVisible();
  await shoot('desk', 'venue-decision', WINDOW);
  await page.goto(`${desk}/desk/set-up/venues/new`);
  await expect(page.getByRole('form', { name: 'New venue' })).toBeVisible();
  await shoot('desk', 'venue-new');
});
