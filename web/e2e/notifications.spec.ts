import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { book } from './player';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/** Opens the newest e-mail to this address, once it has this subject, as a mail program does. */
async function openEmail(page: Page, server: Server, address: string, subject: RegExp): Promise<void> {
  const newest = async () => (await server.emails(address))[0];
  await expect.poll(async () => (await newest())?.subject, { message: 'an e-mail' }).toMatch(subject);
  const body = await server.email((await newest())?.id ?? 0);
  // Served on its own, because the sandbox's page forbids scripts, and with them the accessibility check.
  await page.route('**/an-email', async (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/an-email');
}

test(
  'a booking is announced by text message and by an e-mail that links to the pass, and its cancellation by another',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    const order = await book(server, signedIn, await pickHour());
    await openEmail(page, server, signedIn.email, new RegExp(`^${order.court} is yours: `));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.getByRole('heading', { name: `${order.court} is yours` })).toBeVisible();
      await checkScreen(page);
    }
    const texts = async () => (await server.inbox(`+91${signedIn.phone}`)).map(({ text }) => text);
    await expect.poll(texts).toContainEqual(expect.stringContaining(`Order ${order.orderid.replace('#', '')}`));
    const pass = await page.getByRole('link', { name: 'Show your pass' }).getAttribute('href');
    await page.goto(pass ?? '');
    await expect(page.getByRole('img', { name: /^QR code of your pass/ })).toBeVisible();

    await server.post('/user/addCancellation', { token: signedIn.token, body: { order_id: order.orderid } });
    await openEmail(page, server, signedIn.email, /^Cancelled: /);
    await expect(page.getByRole('heading', { name: 'Your booking is cancelled' })).toBeVisible();
    await checkScreen(page);
  },
);
