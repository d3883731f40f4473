import { holdCourt } from '../e2e/paying';
import { book, freeCourts, hold, newPlayer, requireToken } from '../e2e/player';
import { chooseFreeCourt, couponField, courtSelection, openPeriodOf } from '../e2e/screen';
import { change, expect, fail, stall, test } from './fixtures';

/** Tomorrow evening at the first venue. */
const SEVEN = { venue: 1, date: '2026-11-22', time: '7:00 PM', free: 3 };
/** The same evening an hour later, when no court is free. */
const EIGHT = { ...SEVEN, time: '8:00 PM' };
/** Nine in the morning at the venue with nine courts outdoors. A test that takes a court moves it to a later day. */
const NINE = { venue: 3, date: '2026-11-24', time: '9:00 AM', free: 3 };

test('the venues', async ({ page, shoot }) => {
  await page.goto('/location');
  await expect(page.getByRole('button', { name: 'Choose Riverside Arena' })).toBeVisible();
  await shoot('location', 'list');
  await page.getByRole('button', { name: 'About Riverside Arena' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot('location', 'info', { window: true });
});

test('the free hours of tonight', async ({ page, shoot }) => {
  await page.goto('/location');
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(page.getByRole('search').getByRole('button', { name: 'Show me' })).toBeHidden();
  await shoot('location', 'tonight');
});

test('the venues while they load', async ({ page, shoot }) => {
  await stall(page, 'getvenue');
  await page.goto('/location');
  await expect(page.getByText('Loading Locations...')).toBeVisible();
  await shoot('location', 'loading');
});

test('the venues when they do not load', async ({ page, shoot }) => {
  await fail(page, 'getvenue');
  await page.goto('/location');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('location', 'failed', { window: true });
});

test('an operator without venues', async ({ page, shoot }) => {
  await change(page, 'getvenue', (answer) => ({ ...answer, venue: [] }));
  await page.goto('/location');
  await expect(page.getByText('Looks like our venues are recharging. Check back soon for updates!')).toBeVisible();
  await shoot('location', 'empty');
});

test('without a network', async ({ page, context, shoot }) => {
  await page.goto('/location');
  await expect(page.getByRole('button', { name: 'Choose Riverside Arena' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await shoot('location', 'offline', { window: true });
});

test('date and time', async ({ page, shoot }) => {
  await page.goto(`/time-date-selection?venue=1&sport=1&date=${SEVEN.date}`);
  await expect(
    page
      .getByRole('button', { name: /^Evening/ })
      .or(page.getByText('Evening'))
      .first(),
  ).toBeVisible();
  await shoot('time', 'day');
  await openPeriodOf(page, SEVEN.time);
  await page.getByRole('button', { name: /^7:00 PM/ }).click();
  await shoot('time', 'chosen');
});

test('date and time while they load', async ({ page, shoot }) => {
  await stall(page, 'gettimeslots');
  await page.goto('/time-date-selection?venue=1&sport=1');
  await expect(page.getByText('Loading free hours...').first()).toBeAttached();
  await shoot('time', 'loading');
});

test('date and time when they do not load', async ({ page, shoot }) => {
  await fail(page, 'gettimeslots');
  await page.goto('/time-date-selection?venue=1&sport=1');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('time', 'failed');
});

test('a venue without any hour', async ({ page, shoot }) => {
  await change(page, 'gettimeslots', (answer) => ({ ...answer, date: [] }));
  await page.goto('/time-date-selection?venue=1&sport=1');
  await expect(page.getByText("Yikes! This time's on a break. Try another day or time!")).toBeVisible();
  await shoot('time', 'empty');
});

test('the courts', async ({ page, shoot }) => {
  await page.goto(courtSelection(SEVEN));
  await expect(page.getByRole('button', { name: /, free, ₹/ }).first()).toBeVisible();
  await shoot('court', 'open');
  await chooseFreeCourt(page);
  await shoot('court', 'selected');
});

test('nine courts outdoors', async ({ page, server, shoot }) => {
  const [, court = 0] = await freeCourts(server, NINE);
  await page.goto(courtSelection(NINE, { court: String(court) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  await shoot('court', 'nine');
});

test('an hour without a free court', async ({ page, shoot }) => {
  await page.goto(courtSelection(EIGHT));
  await expect(page.getByText('Every court is taken at this hour.')).toBeVisible();
  await shoot('court', 'full');
});

test('the courts while they load', async ({ page, shoot }) => {
  await stall(page, 'getcourt');
  await page.goto(courtSelection(SEVEN));
  await expect(page.getByText('Loading courts...').first()).toBeAttached();
  await shoot('court', 'loading');
});

test('the courts when they do not load', async ({ page, shoot }) => {
  await fail(page, 'getcourt');
  await page.goto(courtSelection(SEVEN));
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('court', 'failed');
});

test('a court that another player takes', async ({ page, server, newcomer, shoot }) => {
  requireToken(newcomer);
  const hour = { ...NINE, date: '2026-11-25' };
  const [court = 0] = await freeCourts(server, hour);
  await page.goto(courtSelection(hour, { court: String(court) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  await hold(server, await newPlayer(server, 'Ravi Shah'), hour, court);
  const taken = page.getByText(/was taken just now|has just been taken|Somebody was faster/).first();
  await expect(taken).toBeVisible({ timeout: 40_000 });
  await shoot('court', 'taken');
});

test('confirming', async ({ page, server, newcomer, shoot }) => {
  requireToken(newcomer);
  await holdCourt(page, server, { ...NINE, date: '2026-11-26' });
  await shoot('confirm', 'held', { window: true });
  await couponField(page.getByRole('dialog', { name: 'Confirm your details' }));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Please enter a coupon code.')).toBeVisible();
  await shoot('confirm', 'coupon-missing', { window: true });
  await page.getByLabel('Coupon code').fill('DINK10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon applied successfully!')).toBeVisible();
  await shoot('confirm', 'coupon-applied', { window: true });
  await stall(page, 'user/confirmCashPayment');
  await page.getByRole('button', { name: /^Pay at court/ }).click();
  await shoot('confirm', 'paying', { window: true });
});

test.describe(() => {
  test.use({ running: true });

  test('a hold that expired', async ({ page, server, newcomer, shoot }) => {
    requireToken(newcomer);
    await holdCourt(page, server, { ...NINE, date: '2026-11-27' });
    await page.clock.fastForward('10:30');
    await expect(page.getByText('Your hold has run out')).toBeVisible();
    await shoot('confirm', 'expired', { window: true });
  });
});

test('a booking, and its pass', async ({ page, server, newcomer, shoot }) => {
  const { orderid: order } = await book(server, newcomer, { ...NINE, date: '2026-11-28' });
  await page.goto(`/booking-status?orderId=${order}`);
  await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
  await shoot('status', 'success');
  await page.goto(`/booking-confirmation?orderId=${order}`);
  await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
  await shoot('pass', 'confirmed');
});

for (const status of ['cancelled', 'cancel_requested', 'held', 'expired', 'completed'] as const) {
  test(`the pass of a booking that is ${status}`, async ({ page, server, newcomer, shoot }) => {
    const { orderid: order } = await book(server, newcomer, { ...NINE, date: '2026-11-30' });
    await change(page, 'user/get_order_info', (info) => ({
      ...info,
      status,
      pass_code: null,
    }));
    await page.goto(`/booking-confirmation?orderId=${order}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(`#${order}`).first()).toBeVisible();
    await shoot('pass', status);
  });
}

test('no booking', async ({ page, newcomer, shoot }) => {
  requireToken(newcomer);
  await page.goto('/booking-status');
  await expect(page.getByRole('heading', { level: 1, name: 'No booking this time' })).toBeVisible();
  await shoot('status', 'fail');
  await page.goto('/booking-confirmation?orderId=0000000000');
  await expect(page.getByText('There is no such booking under your name.')).toBeVisible();
  await shoot('pass', 'absent');
});

test('a booking that cannot be looked up', async ({ page, server, newcomer, shoot }) => {
  const { orderid: order } = await book(server, newcomer, { ...NINE, date: '2026-12-01' });
  await fail(page, 'user/get_order_info');
  await page.goto(`/booking-status?orderId=${order}`);
  await expect(page.getByRole('heading', { level: 1, name: 'We are not sure yet' })).toBeVisible({ timeout: 30_000 });
  await shoot('status', 'unknown');
  await page.goto(`/booking-confirmation?orderId=${order}`);
  await expect(page.getByText('Your pass did not load')).toBeVisible({ timeout: 30_000 });
  await shoot('pass', 'failed');
});

test('a pass for visitors', async ({ page, shoot }) => {
  await page.goto('/booking-confirmation?orderId=0000000000');
  await expect(page.getByText('Log in to see your pass')).toBeVisible();
  await shoot('pass', 'visitor');
});

test('a pass that is loading', async ({ page, newcomer, shoot }) => {
  requireToken(newcomer);
  await stall(page, 'user/get_order_info');
  await page.goto('/booking-confirmation?orderId=0000000000');
  await expect(page.getByText('Loading your pass...').first()).toBeAttached();
  await shoot('pass', 'loading');
});
