import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { bankSays, checkout, chooseWay, headline, holdCourt, orderOf, slide } from '../e2e/paying';
import { requireToken } from '../e2e/player';
import type { Server } from '../e2e/server';
import { change, expect, FOLDER, PLAYER_SIZES, stall, test, THEMES } from './fixtures';

const SANDBOX = process.env['INBOX_URL'] ?? 'http://127.0.0.1:8081';

/** Holds a court at nine in the morning of this day. This opens the confirm window. */
async function holdOne(page: Page, server: Server, date: string): Promise<void> {
  await holdCourt(page, server, { venue: 3, date, time: '9:00 AM', free: 3 });
}

/** Opens the checkout by keyboard: the mouse would need the position of the slide. */
async function openCheckout(page: Page): Promise<void> {
  await slide(page).press('Enter');
  await expect(checkout(page).getByRole('button', { name: /^UPI QR/ })).toBeVisible();
}

test('the slide, and a checkout that is opening', async ({ page, server, paying, shoot }) => {
  requireToken(paying);
  await holdOne(page, server, '2026-12-03');
  await shoot('pay', 'slide', { window: true });
  await stall(page, 'user/generatePayment');
  await slide(page).press('Enter');
  await expect(page.getByText('Opening the checkout...')).toBeVisible();
  await shoot('pay', 'opening', { window: true });
});

test('a checkout that does not load', async ({ page, server, paying, shoot }) => {
  requireToken(paying);
  await page.route('**/v1/checkout.js', (route) => route.abort());
  await holdOne(page, server, '2026-12-04');
  await slide(page).press('Enter');
  await expect(page.getByText('Razorpay SDK failed to load. Are you online?')).toBeVisible();
  await shoot('pay', 'no-script', { window: true });
});

test('the payment window', async ({ page, server, paying, shoot }) => {
  requireToken(paying);
  await holdOne(page, server, '2026-12-05');
  await openCheckout(page);
  await shoot('pay', 'ways', { window: true });
  await chooseWay(page, 'UPI QR');
  await expect(checkout(page).getByRole('img', { name: 'QR code of this payment' })).toBeVisible();
  await shoot('pay', 'qr', { window: true });
  await bankSays(page, 'Failure');
  await expect(checkout(page).getByText(/Any amount debited will be refunded/)).toBeVisible();
  await shoot('pay', 'failed-try', { window: true });
  await checkout(page).getByRole('button', { name: /^Card/ }).click();
  await shoot('pay', 'card', { window: true });
});

test('a payment on its way, and paid', async ({ page, server, paying, shoot }) => {
  requireToken(paying);
  await holdOne(page, server, '2026-12-06');
  const order = orderOf(page);
  await openCheckout(page);
  await chooseWay(page, 'UPI app');
  await bankSays(page, 'No answer from the bank');
  await checkout(page).getByRole('button', { name: 'Close the payment window' }).click();
  await expect(headline(page, 'Your payment is on its way')).toBeVisible();
  await shoot('status', 'paying');
  await server.confirmAtBank(order);
  await expect(headline(page, "You're on!")).toBeVisible({ timeout: 20_000 });
  await page.goto(`/booking-confirmation?orderId=${order}`);
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await shoot('pass', 'paid');
});

const RETURNS = {
  expired: { status: 'expired', online_payment: { state: 'under_way', refund: 0, refund_reason: null } },
  returned: {
    status: 'expired',
    online_payment: { state: 'refund_approved', refund: 750, refund_reason: 'paid_late' },
  },
  'returned-done': {
    status: 'released',
    online_payment: { state: 'refund_processed', refund: 750, refund_reason: 'order_closed' },
  },
};

for (const [state, fields] of Object.entries(RETURNS)) {
  test(`a payment that is ${state}`, async ({ page, server, paying, shoot }) => {
    requireToken(paying);
    await holdOne(page, server, '2026-12-07');
    const order = orderOf(page);
    await change(page, 'user/get_order_info', (info) => Object.assign(info, fields));
    await page.goto(`/booking-status?orderId=${order}`);
    await expect(page.getByRole('heading', { level: 1, name: /^You('re| got|r payment)/ })).toBeVisible();
    await shoot('status', state);
    // Some of these pages continue to poll.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

test("the sandbox's page", async ({ page, server, paying }) => {
  requireToken(paying);
  await holdOne(page, server, '2026-12-08');
  await openCheckout(page);
  await chooseWay(page, 'Netbanking');
  await bankSays(page, 'Wrong PIN first, then success');
  await expect(headline(page, "You're on!")).toBeVisible({ timeout: 20_000 });
  mkdirSync(join(FOLDER, 'sandbox'), { recursive: true });
  for (const tab of ['texts', 'mail', 'payments', 'refunds', 'webhooks', 'faults']) {
    await page.goto(`${SANDBOX}/#${tab}`);
    await expect(page.getByText('Live: news appears by itself')).toBeVisible();
    for (const size of PLAYER_SIZES) {
      for (const colorScheme of THEMES) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(FOLDER, 'sandbox', `${tab}-${size.width}-${colorScheme}.png`) });
      }
    }
  }
});
