import { randomInt } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { rupees } from '../src/lib/money';
import { deskAddress } from './desk-address';
import { changeAtDesk, dayIn, Desk, venueOf } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/*
 * Each test has bookings of its own that were paid through the payment provider and are cancelled. Faults are set at
 * the provider for one of these payments alone.
 */

interface Queue {
  refunds: { id: string; state: string; amount_paise: number; way: string; paid_for: { order: string } }[];
}

/** A refund that waits for its batch. */
interface OwedRefund {
  desk: string;
  venue: number;
  id: string;
  order: string;
  name: string;
  amount: string;
  /** The id of the provider's QR code by which it was paid. */
  code: string;
}

/** Books a free hour, has it paid by a QR code of the provider, and cancels it with a full refund. */
async function oweRefund(
  page: Page,
  context: BrowserContext,
  server: Server,
  baseURL: string | undefined,
  project: { name: string },
  name: string,
): Promise<OwedRefund> {
  const desk = deskAddress(baseURL);
  await signInAsOwner(context);
  const get = async <T>(path: string) => (await (await page.request.get(`${desk}/api/desk${path}`)).json()) as T;
  const post = <T>(path: string, data: object, version?: number) =>
    changeAtDesk<T>(page.request, desk, { path, data, version });
  const venue = await venueOf(page.request, desk, project.name === 'phone' ? 1 : 2);
  const days = project.name === 'phone' ? 9 : 10;
  const day = await dayIn(server, days);
  const hours = await new Desk(page, desk, venue).freeHours(day);
  // A random one, because other tests take the first.
  const hour = hours[randomInt(hours.length)];
  if (hour === undefined) throw new Error('no hour is free');
  const { court, minute, price } = hour;
  await post(`/venues/${venue}/holds`, { day, court, minute });
  const player = { phone: `9${String(randomInt(1e9)).padStart(9, '0')}`, name };
  const body = { day, slots: [{ court, minute }], player, contact_name: null, total_paise: price };
  const { bookings } = await post<{ bookings: { order: string }[] }>(`/venues/${venue}/bookings`, body);
  const order = bookings[0]?.order ?? '';
  const versionOf = async () => (await get<{ version: number }>(`/bookings/${order}`)).version;
  const line = { order, version: await versionOf(), amount_paise: price };
  const { id: qr } = await post<{ id: string }>(`/venues/${venue}/qrs`, { lines: [line] });
  const code = await server.payQrCode(order);
  await expect.poll(async () => (await get<{ state: string }>(`/qrs/${qr}`)).state).toBe('paid');
  const shown = await get<{ refund_paise: number }>(`/bookings/${order}/cancellation`);
  const cancel = { shown_refund_paise: shown.refund_paise, refund_paise: price, reason: 'Lights failed' };
  await post(`/bookings/${order}/cancellations`, cancel, await versionOf());
  const { refunds } = await get<Queue>('/refunds?limit=200');
  const refund = refunds.find(({ paid_for }) => paid_for.order === order);
  if (refund === undefined) throw new Error(`the refund of ${order} is not in the queue`);
  const amount = rupees(refund.amount_paise / 100);
  return { desk, venue, id: refund.id, order, name, amount, code };
}

async function stateOf(page: Page, { desk, id }: OwedRefund): Promise<string | undefined> {
  const { refunds } = (await (await page.request.get(`${desk}/api/desk/refunds?limit=200`)).json()) as Queue;
  return refunds.find((refund) => refund.id === id)?.state;
}

/** Opens the screen with this refund. */
async function open(page: Page, refund: OwedRefund) {
  await page.goto(`${refund.desk}/desk/refunds/${refund.id}`);
  const facts = page.getByRole('complementary', { name: 'Refund' });
  await expect(facts.getByRole('heading', { name: refund.amount })).toBeVisible();
  return facts;
}

test.describe('the queue of refunds', () => {
  // A refund takes its steps by the server's job, every ten seconds.
  test.setTimeout(90_000);

  test('a refund that fails says why, and is settled by UPI with a voucher', async ({
    page,
    context,
    server,
    baseURL,
  }, { project }) => {
    const refund = await oweRefund(page, context, server, baseURL, project, 'Rohan Mehta');
    await server.refuseRefunds(refund.code, true);
    const facts = await open(page, refund);
    await expect(facts.getByText('Waiting', { exact: true })).toBeVisible();
    await checkScreen(page);
    await facts.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText(`${refund.amount} is sent within a minute.`)).toBeVisible();
    await expect.poll(() => stateOf(page, refund), { timeout: 40_000 }).toBe('failed');
    await expect(facts.getByText(/the customer's account is closed/)).toBeVisible({ timeout: 20_000 });
    await checkScreen(page);

    await facts.getByRole('button', { name: 'Give back another way' }).click();
    const form = facts.getByRole('form', { name: 'Give back another way' });
    await form.getByText('UPI', { exact: true }).click();
    await form.getByRole('button', { name: 'Sent it by UPI' }).click();
    await expect(form.getByText('Write the reference of the payment.')).toBeVisible();
    await checkScreen(page);
    await form.getByLabel('Reference of the payment').fill('432198765012');
    await form.getByLabel('Note', { exact: true }).fill('To Rohan Mehta');
    await form.getByRole('button', { name: 'Sent it by UPI' }).click();
    await expect(page.getByText(`${refund.amount} is settled.`)).toBeVisible();
    await expect(facts.getByText('Done', { exact: true })).toBeVisible();
    await expect(facts.getByText('432198765012')).toBeVisible();
    const voucher = await facts.getByRole('link', { name: 'Voucher' }).getAttribute('href');
    const file = await page.request.get(`${refund.desk}${voucher}`);
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await stateOf(page, refund)).toBe('done');
  });

  test('a failed refund is tried again, by keys', async ({ page, context, server, baseURL }, { project }) => {
    test.skip(project.name === 'phone', 'phones have no keys');
    await oweRefund(page, context, server, baseURL, project, 'Nisha Shah');
    const refund = await oweRefund(page, context, server, baseURL, project, 'Asha Patel');
    await server.refuseRefunds(refund.code, true);
    const facts = await open(page, refund);
    await page.keyboard.press('Enter');
    await expect.poll(() => stateOf(page, refund), { timeout: 40_000 }).toBe('failed');
    await expect(facts.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
    await server.refuseRefunds(refund.code, false);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${refund.amount} is tried again within a minute.`)).toBeVisible();
    await expect.poll(() => stateOf(page, refund), { timeout: 40_000 }).toBe('done');

    await page.goto(`${refund.desk}/desk/refunds`);
    await expect(page.getByRole('button', { name: 'Next refund' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(facts.getByRole('heading').first()).toBeFocused();
    const first = page.url();
    expect(first).toMatch(/\/refunds\/\d+$/);
    await page.keyboard.press('j');
    await expect(page).not.toHaveURL(first);
    await page.keyboard.press('k');
    await expect(page).toHaveURL(first);
  });

  test('the money leads to the refunds and back', async ({ page, context, server, baseURL }, { project }) => {
    const refund = await oweRefund(page, context, server, baseURL, project, 'Meera Shah');
    await page.goto(`${refund.desk}/desk/v/${refund.venue}/money`);
    await page.getByRole('link', { name: /^Refunds/ }).click();
    await page
      .getByRole('button', { name: new RegExp(`Meera Shah.*${refund.amount}`) })
      .first()
      .click();
    await expect(page).toHaveURL(/\/desk\/refunds\/\d+$/);
    await checkScreen(page);
    const facts = page.getByRole('complementary', { name: 'Refund' });
    if (project.name === 'phone') await facts.getByRole('button', { name: 'Refunds' }).click();
    await page.getByRole('link', { name: 'Takings' }).click();
    await expect(page).toHaveURL(/\/money/);
  });
});
