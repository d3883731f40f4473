import { ANY_SIZE } from './any-size';
import { takeClock } from './clock';
import { confirmWindow, holdCourt } from './paying';
import { courtsAt, freeCourts, hold, newPlayer, type Player, requireToken } from './player';
import type { Server } from './server';
import { checkScreen, couponField, courtSelection, expect, pathAndQuery, test } from './screen';

async function bookings(server: Server, player: Player): Promise<{ order_id: string; status: string }[]> {
  const answer = await server.get<{ data: { order: { order_id: string; status: string }[] } }>(
    '/user/getBookingHistory',
    {
      token: player.token,
    },
  );
  return answer.data.order;
}

test('an expired hold is reported and can be placed again', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
  requireToken(signedIn);
  await takeClock(page, server);
  await holdCourt(page, server, await pickHour());
  const first = new URL(page.url()).searchParams.get('order');
  await expect(confirmWindow(page).getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
  await page.clock.fastForward('09:30');
  await expect(confirmWindow(page).getByRole('timer')).toHaveText(/^0:[0-2]\d$/);
  await expect(confirmWindow(page).getByText(/^\d+ seconds left$/), 'the last half minute is announced').toBeAttached();
  await page.clock.fastForward('01:00');
  await expect(confirmWindow(page).getByRole('alert')).toContainText('Your hold has run out');
  await expect(confirmWindow(page).getByRole('button', { name: /^Pay at court/ })).toBeHidden();
  await checkScreen(page);
  await confirmWindow(page).getByRole('button', { name: 'Hold again' }).click();
  await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
  await expect(confirmWindow(page).getByRole('button', { name: /^Pay at court/ })).toBeEnabled();
  expect(new URL(page.url()).searchParams.get('order'), 'on the server the hold still runs: the same order').toBe(
    first,
  );
});

test(
  'a toast covers no button of the open window at widths of 320 to 1280 pixels',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    const message = 'You have held many courts in a short time. Please take a short break.';
    await takeClock(page, server);
    await holdCourt(page, server, await pickHour());
    await page.clock.fastForward('11:00');
    await expect(confirmWindow(page).getByRole('alert')).toContainText('Your hold has run out');
    await page.route('**/api/user/add_times', (route) => route.fulfill({ json: { error: 1, message } }));
    await confirmWindow(page).getByRole('button', { name: 'Hold again' }).click();
    const close = confirmWindow(page).getByRole('button', { name: 'Close and let the court go' });
    for (const size of [
      { width: 320, height: 480 },
      { width: 360, height: 640 },
      { width: 768, height: 480 },
      { width: 1280, height: 480 },
    ]) {
      await page.setViewportSize(size);
      // A toast stays while the pointer is over it.
      await page.getByText(message).hover();
      for (const button of await confirmWindow(page).getByRole('button').all()) await button.click({ trial: true });
    }
    await page.setViewportSize({ width: 320, height: 480 });
    await page.getByText(message).hover();
    await page.evaluate(() => document.documentElement.style.removeProperty('--toasts'));
    await expect(
      close.click({ trial: true, timeout: 1_000 }),
      'without the reserved space the toast covers the button',
    ).rejects.toThrow(/intercepts pointer events/);
  },
);

test(
  'closing the window releases the court for another player',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    const hour = await pickHour();
    const court = await holdCourt(page, server, hour);
    const rival = await newPlayer(server, 'Ravi Shah');
    expect(await hold(server, rival, hour, court), 'the first player holds the court').toMatchObject({
      error: 1,
      code: 'slot_taken',
    });
    await confirmWindow(page).getByRole('button', { name: 'Close and let the court go' }).click();
    await expect(confirmWindow(page)).toBeHidden();
    expect(pathAndQuery(page)).not.toContain('order=');
    await expect.poll(async () => (await hold(server, rival, hour, court)).error).toBe(0);
  },
);

test(
  'the back button closes the window, releases the court and stays on the screen',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    const hour = await pickHour();
    const court = await holdCourt(page, server, hour);
    await page.goBack();
    await expect(confirmWindow(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Pick your court' })).toBeVisible();
    await expect(page.getByRole('button', { name: /, selected, ₹/ }), 'the choice is kept').toBeVisible();
    await expect
      .poll(async () => (await courtsAt(server, hour)).find((c) => c.court_id === court)?.available)
      .toBe('yes');
  },
);

test(
  'a reload keeps the held court, its coupon and the time left',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    await takeClock(page, server);
    await holdCourt(page, server, await pickHour());
    await (await couponField(confirmWindow(page))).fill('DINK10');
    await confirmWindow(page).getByRole('button', { name: 'Apply' }).click();
    await expect(confirmWindow(page).getByText('Coupon applied successfully!')).toBeVisible();
    const order = new URL(page.url()).searchParams.get('order');
    await page.reload();
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
    await expect(confirmWindow(page).getByText('Coupon applied successfully!')).toBeVisible();
    await expect(confirmWindow(page).getByLabel('Coupon code')).toHaveValue('DINK10');
    await expect(confirmWindow(page).getByRole('timer')).toHaveText(/^9:\d\d$/);
    expect(new URL(page.url()).searchParams.get('order')).toBe(order);
  },
);

test('two taps on Continue and two on pay book once', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
  const hour = await pickHour();
  const [court = 0] = await freeCourts(server, hour);
  await page.goto(courtSelection(hour, { court: String(court) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).dblclick();
  const pay = confirmWindow(page).getByRole('button', { name: /^Pay at court/ });
  await expect(pay).toBeVisible();
  const order = new URL(page.url()).searchParams.get('order');
  await pay.dblclick();
  await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
  expect(await bookings(server, signedIn)).toEqual([
    expect.objectContaining({ order_id: `#${order}`, status: 'confirmed' }),
  ]);
});

test(
  'a confirmation whose reply is lost books once, and the player gets the pass',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour, allowConsoleErrors }) => {
    allowConsoleErrors(/confirmCashPayment|ERR_FAILED|Failed to load resource/);
    await holdCourt(page, server, await pickHour());
    let lost = 0;
    await page.route('**/api/user/confirmCashPayment*', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      // The server executes the call, and its reply is lost.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await confirmWindow(page)
      .getByRole('button', { name: /^Pay at court/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible({ timeout: 30_000 });
    expect(lost).toBe(1);
    expect(await bookings(server, signedIn)).toHaveLength(1);
  },
);

test(
  'a hold whose reply is lost is requested again, and the reply has the same order',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour, allowConsoleErrors }) => {
    allowConsoleErrors(/add_times|ERR_FAILED|Failed to load resource/);
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const orders: string[] = [];
    await page.route('**/api/user/add_times', async (route) => {
      const answer = await route.fetch();
      orders.push(((await answer.json()) as { orderid: string }).orderid);
      await (orders.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }));
    });
    await page.goto(courtSelection(hour, { court: String(court) }));
    await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible({ timeout: 20_000 });
    expect(orders).toHaveLength(2);
    expect(orders[1], 'the same order').toBe(orders[0]);
    requireToken(signedIn);
  },
);
