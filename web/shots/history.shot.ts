import type { Server } from '../e2e/server';
import { requireToken, type Player } from '../e2e/player';
import { change, expect, fail, MOMENT, stall, test } from './fixtures';

/** The demo player's first order with this status. */
async function orderWith(server: Server, player: Player, status: string): Promise<string> {
  const { data } = await server.get<{ data: { order: { order_id: string; status: string }[] } }>(
    '/user/getBookingHistory',
    { token: player.token },
  );
  const found = data.order.find((order) => order.status === status);
  if (found === undefined) throw new Error(`the demo player has no order that is ${status}`);
  return found.order_id.replace('#', '');
}

test('the history', async ({ page, asha, shoot }) => {
  requireToken(asha);
  await page.goto('/your-profile/booking-history');
  await expect(page.getByRole('link', { name: /COMPLETED/ }).first()).toBeVisible();
  await shoot('history', 'list');
  await page.getByRole('tab', { name: 'Store' }).click();
  await expect(page.getByRole('heading', { name: 'No store history found.' })).toBeVisible();
  await shoot('history', 'store');
});

test('an empty history', async ({ page, newcomer, shoot }) => {
  requireToken(newcomer);
  await page.goto('/your-profile/booking-history');
  await expect(page.getByRole('heading', { name: 'No all history found.' })).toBeVisible();
  await shoot('history', 'empty');
});

test('the history while it loads', async ({ page, asha, shoot }) => {
  requireToken(asha);
  await stall(page, 'user/getBookingHistory');
  await page.goto('/your-profile/booking-history');
  await expect(page.getByRole('tab', { name: 'Store' })).toBeVisible();
  await shoot('history', 'loading');
});

test('the history when it does not load', async ({ page, asha, shoot }) => {
  requireToken(asha);
  await fail(page, 'user/getBookingHistory');
  await page.goto('/your-profile/booking-history');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('history', 'failed');
});

for (const status of ['confirmed', 'completed', 'cancelled'] as const) {
  test(`details of an order that is ${status}`, async ({ page, server, asha, shoot }) => {
    await page.goto(`/history-details/${await orderWith(server, asha, status)}`);
    await expect(page.getByText('Directions').or(page.getByText('Route Me')).first()).toBeVisible();
    await shoot('details', status);
  });
}

for (const status of ['cancel_requested', 'no_show', 'expired'] as const) {
  test(`details of an order that is ${status}`, async ({ page, server, asha, shoot }) => {
    await change(page, 'user/get_order_info', (order) => ({ ...order, status, payment_status: 'paid' }));
    await page.goto(`/history-details/${await orderWith(server, asha, 'confirmed')}`);
    await expect(page.getByText('Directions').or(page.getByText('Route Me')).first()).toBeVisible();
    await shoot('details', status);
  });
}

test('details of a booking that is too late to cancel', async ({ page, server, asha, shoot }) => {
  await change(page, 'user/get_order_info', (order) => ({ ...order, can_cancel: false }));
  await page.goto(`/history-details/${await orderWith(server, asha, 'confirmed')}`);
  await expect(page.getByRole('button', { name: 'Cancel Booking' })).toBeVisible();
  await shoot('details', 'too-late');
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot('cancel', 'too-late', { window: true, widths: [360, 768] });
});

test('details while they load', async ({ page, server, asha, shoot }) => {
  await stall(page, 'user/get_order_info');
  await page.goto(`/history-details/${await orderWith(server, asha, 'confirmed')}`);
  await expect(page.getByText('Loading', { exact: false }).first()).toBeAttached();
  await shoot('details', 'loading');
});

test('details when they do not load', async ({ page, server, asha, shoot }) => {
  await fail(page, 'user/get_order_info');
  await page.goto(`/history-details/${await orderWith(server, asha, 'confirmed')}`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('details', 'failed');
});

test('details of an order that does not exist', async ({ page, asha, shoot }) => {
  requireToken(asha);
  await page.goto('/history-details/0000000000');
  await expect(page.getByRole('heading', { name: 'No such booking' })).toBeVisible();
  await shoot('details', 'absent');
});

// On large screens the details are beside the list: there the windows are opened at such a width from the beginning.
for (const widths of [[360, 768], [1280]]) {
  test(`a cancellation, step by step, ${widths.join(' and ')} pixels wide`, async ({ page, server, asha, shoot }) => {
    await page.setViewportSize({ width: widths[0] ?? 360, height: 800 });
    // The call is answered here, so that her booking stays for the other pictures.
    await page.route('**/api/user/addCancellation*', (route) =>
      route.fulfill({
        json: {
          error: 0,
          message: 'Cancelled.',
          status: 'cancelled',
          refund_amount: 0,
          server_time: new Date(MOMENT).toISOString(),
        },
      }),
    );
    await page.goto(`/history-details/${await orderWith(server, asha, 'confirmed')}`);
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await shoot('cancel', 'leaving', { window: true, widths });
    await page.getByRole('button', { name: 'Proceed to cancel' }).click();
    await page.getByRole('radio', { name: 'Prefer to reschedule for another time' }).check();
    await shoot('cancel', 'reason', { window: true, widths });
    await page.getByRole('button', { name: 'confirm cancellation' }).click();
    await expect(page.getByRole('dialog', { name: 'Your Booking Has Been Canceled.' })).toBeVisible();
    await shoot('cancel', 'done', { window: true, widths });
  });
}

test('a cancellation without a booking', async ({ page, asha, shoot }) => {
  requireToken(asha);
  await page.goto('/cancel-booking');
  await expect(page.getByRole('heading', { name: 'Which booking?' })).toBeVisible();
  await shoot('cancel', 'which');
});
