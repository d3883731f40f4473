import { ANY_SIZE } from './any-size';
import { startOf } from './hours';
import { book, newPlayer, requireToken } from './player';
import { checkScreen, expect, test } from './screen';

const SIX_HOURS = 6 * 60 * 60 * 1000;

test(
  'a booking far ahead shows the end of its cancellation period and can be cancelled',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    const hour = await pickHour();
    const order = await book(server, signedIn, hour);
    const until = new Date(startOf(hour).getTime() - SIX_HOURS);
    const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', hour: 'numeric', minute: '2-digit' });
    await page.goto(`/history-details/${order.orderid}`);
    // Intl puts a narrow space before AM and PM.
    const text = clock.format(until).replaceAll(/\s/g, ' ');
    await expect(page.getByText(new RegExp(`^Free to cancel until \\w+ \\d+ \\w+, ${text}\\.$`))).toBeVisible();
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Proceed to cancel' }).click();
    // No reason is required (spec §5).
    await page.getByRole('dialog').getByRole('button', { name: 'confirm cancellation' }).click();
    await expect(page.getByRole('dialog', { name: 'Your Booking Has Been Canceled.' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Booking cancelled').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel Booking' })).toBeHidden();
    await checkScreen(page);
  },
);

test('an unconfirmed cancellation keeps the booking', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
  const order = await book(server, signedIn, await pickHour());
  await page.goto(`/history-details/${order.orderid}`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep my booking' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'What changed?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('your booking is confirmed')).toBeVisible();
});

test(
  'the cancellation has an address of its own, and asks for a booking if none is named',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    const order = await book(server, signedIn, await pickHour());
    await page.goto('/cancel-booking');
    await expect(page.getByRole('heading', { name: 'Which booking?' })).toBeVisible();
    await checkScreen(page);
    await page.goto(`/cancel-booking?orderId=${order.orderid}`);
    await expect(page.getByRole('dialog', { name: 'Leaving the Court?' })).toBeVisible();
  },
);

test(
  'a booking of another player is not found',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour, allowConsoleErrors }) => {
    allowConsoleErrors(/404/);
    requireToken(signedIn);
    const order = await book(server, await newPlayer(server, 'Ravi Shah'), await pickHour());
    await page.goto(`/history-details/${order.orderid}`);
    await expect(page.getByRole('heading', { name: 'No such booking' })).toBeVisible();
    await expect(page.getByText('Ravi Shah')).toBeHidden();
    await checkScreen(page);
  },
);
