import type { Page } from '@playwright/test';
import type { Hour } from './hours';
import { freeCourts, newPlayer, type Player, signIn } from './player';
import type { Server } from './server';
import { checkScreen, courtSelection, expect, test } from './screen';

// The one player who may pay online has one hold at a time.
test.describe.configure({ mode: 'serial' });

const window = (page: Page) => page.getByRole('dialog', { name: 'Confirm your details' });
const slide = (page: Page) => page.getByRole('button', { name: 'Slide To Pay' });
const checkout = (page: Page) => page.frameLocator('iframe[title="Payment window"]');

/** The demo's own player, whom the settings allow to pay online. */
async function payer(server: Server, page: Page): Promise<Player> {
  const { token, user_info } = await server.post<{ token: string; user_info: Record<string, unknown> }>('/login', {
    body: { username: '+919876543210', password: 'pickleball', device_id: 'e2ePayment' },
  });
  const player = { phone: '9876543210', name: 'Asha Patel', email: '', password: 'pickleball', token, user: user_info };
  await signIn(page, player);
  return player;
}

/** Opens the confirm window for the first free court of the hour. */
async function holdCourt(page: Page, server: Server, hour: Hour): Promise<void> {
  const [court = 0] = await freeCourts(server, hour);
  await page.goto(courtSelection(hour, { court: String(court) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(window(page).getByText('Held for you')).toBeVisible();
}

/** Drags the handle to the end of its way. */
async function slideToPay(page: Page): Promise<void> {
  const box = await slide(page).boundingBox();
  if (box === null) throw new Error('the slide is not there');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 30, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 4 });
  await page.mouse.move(box.x + box.width - 12, y, { steps: 4 });
  await page.mouse.up();
}

test('a game is paid by UPI with the slide control, and the pass says so', async ({ page, server, pickHour }) => {
  await payer(server, page);
  await holdCourt(page, server, await pickHour());
  await expect(slide(page)).toBeVisible();
  await checkScreen(page);
  await slideToPay(page);
  await checkout(page)
    .getByRole('button', { name: /^UPI QR/ })
    .click();
  await expect(checkout(page).getByRole('img', { name: 'QR code of this payment' })).toBeVisible();
  await checkout(page).getByRole('button', { name: 'Success', exact: true }).click();
  await expect(page.getByText('Booking Confirmed!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.body.style.overflow), { message: 'the page scrolls again' })
    .toBe('');
  await checkScreen(page);
});

test('by keyboard: a refused PIN, then a right one', async ({ page, server, pickHour }) => {
  await payer(server, page);
  await holdCourt(page, server, await pickHour());
  await slide(page).focus();
  await page.keyboard.press('Enter');
  await checkout(page).getByRole('button', { name: /^Card/ }).click();
  await checkout(page).getByRole('button', { name: 'Wrong PIN first, then success' }).click();
  await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible({ timeout: 20_000 });
});

test('a closed checkout stops the payment; the court stays held and can be paid at the court', async ({
  page,
  server,
  pickHour,
}) => {
  await payer(server, page);
  await holdCourt(page, server, await pickHour());
  await slideToPay(page);
  await checkout(page).getByRole('button', { name: 'Close the payment window' }).click();
  await expect(page.getByText('Oops! Payment stopped!')).toBeVisible();
  await expect(window(page).getByText('Held for you')).toBeVisible();
  await expect(window(page).getByRole('timer'), 'held for longer now').toHaveText(/^(20|1\d):\d\d$/);
  await expect(slide(page), 'and can be slid again').toBeEnabled();
  await window(page)
    .getByRole('button', { name: /^Pay at court/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
});

test('a payment that is on its way is found out by the page, without a reload', async ({ page, server, pickHour }) => {
  await payer(server, page);
  await holdCourt(page, server, await pickHour());
  await slideToPay(page);
  await checkout(page)
    .getByRole('button', { name: /^UPI app/ })
    .click();
  await checkout(page).getByRole('button', { name: 'No answer from the bank' }).click();
  await checkout(page).getByRole('button', { name: 'Close the payment window' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your payment is on its way' })).toBeVisible();
  await checkScreen(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Your payment is on its way' })).toBeVisible();
  await server.bankSaysYes();
  await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible({ timeout: 20_000 });
});

test('a checkout that does not load says so, and the next try may', async ({ page, server, pickHour, mayComplain }) => {
  mayComplain(/Failed to load resource|checkout\.js/);
  await payer(server, page);
  await holdCourt(page, server, await pickHour());
  await page.route('**/v1/checkout.js', (route) => route.abort());
  await slideToPay(page);
  await expect(window(page).getByText('Razorpay SDK failed to load. Are you online?')).toBeVisible();
  await checkScreen(page);
  await page.unroute('**/v1/checkout.js');
  await slideToPay(page);
  await checkout(page).getByRole('button', { name: 'Close the payment window' }).click();
  await expect(window(page).getByText('Razorpay SDK failed to load. Are you online?')).toBeHidden();
  await window(page).getByRole('button', { name: 'Close and let the court go' }).click();
});

test('who may not pay online sees no slide', async ({ page, server, pickHour }) => {
  await signIn(page, await newPlayer(server, 'Ravi Shah'));
  await holdCourt(page, server, await pickHour());
  await expect(window(page).getByRole('button', { name: /^Pay at court/ })).toBeVisible();
  await expect(slide(page)).toHaveCount(0);
});
