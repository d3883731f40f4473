import { rupees } from '../src/lib/money';
import { ANY_SIZE } from './any-size';
import { hoursOf } from './hours';
import { book, requireToken } from './player';
import { checkScreen, expect, test } from './screen';

test('each tab without bookings shows a message with its name', ANY_SIZE, async ({ page, signedIn }) => {
  requireToken(signedIn);
  await page.goto('/your-profile/booking-history');
  for (const tab of ['All', 'Courts', 'Event', 'League', 'Store']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: `No ${tab.toLowerCase()} history found.` })).toBeVisible();
  }
  await checkScreen(page);
  await page.getByRole('tab', { name: 'Store' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'All' })).toBeFocused();
  await page.getByRole('link', { name: 'Book a court now' }).click();
  await expect(page).toHaveURL('/location');
});

test('a booking is listed under All and Courts with its status, and opens its details', async ({
  page,
  server,
  signedIn,
  pickHour,
}) => {
  const order = await book(server, signedIn, await pickHour());
  await page.goto('/your-profile/booking-history?tab=Courts');
  const card = page.getByRole('link', { name: new RegExp(`${order.venue}.*CONFIRMED`) });
  await expect(card).toBeVisible();
  await expect(card).toContainText('court booking');
  await checkScreen(page);
  await page.getByRole('tab', { name: 'Event' }).click();
  await expect(card).toBeHidden();
  await page.getByRole('tab', { name: 'All' }).click();
  await card.click();
  await expect(page).toHaveURL(`/history-details/${order.orderid}`);
  await expect(page.getByText(`#${order.orderid}`).first()).toBeVisible();
  await page.getByRole('link', { name: 'Download pass' }).click();
  await expect(page).toHaveURL(`/booking-confirmation?orderId=${order.orderid}`);
});

test(
  'future games are ordered by their start and show what is still to pay',
  ANY_SIZE,
  async ({ page, server, signedIn }) => {
    const hours = (await hoursOf(server, 2)).filter(({ free }) => free >= 3);
    const soon = hours.find(({ day }) => day >= 2 && day <= 5);
    const later = hours.findLast(({ day }) => day >= 10);
    if (soon === undefined || later === undefined) throw new Error('no hours free this week and later');
    // Booked in another order than played.
    const last = await book(server, signedIn, later);
    const first = await book(server, signedIn, soon);
    await page.goto('/your-profile/booking-history');
    const cards = page.getByRole('link', { name: new RegExp(`court booking.*${first.venue}`) });
    await expect(cards).toHaveCount(2);
    const addresses = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([`/history-details/${first.orderid}`, `/history-details/${last.orderid}`]);
    const part = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });
    await expect(part('This week').getByRole('link')).toHaveCount(1);
    await expect(part('Later').getByRole('link')).toHaveCount(1);
    await expect(part('This week').getByText(`${rupees(first.total_amount)} to pay`)).toBeVisible();
    await expect(part('Later').getByText(`${rupees(last.total_amount)} to pay`)).toBeVisible();
    await checkScreen(page);
  },
);

test(
  'an order that does not exist shows a message and a link',
  ANY_SIZE,
  async ({ page, signedIn, allowConsoleErrors }) => {
    allowConsoleErrors(/404/);
    requireToken(signedIn);
    await page.goto('/history-details/0000000000');
    await expect(page.getByRole('heading', { name: 'No such booking' })).toBeVisible();
    await checkScreen(page);
    await page.getByRole('link', { name: 'See all your bookings' }).click();
    await expect(page).toHaveURL('/your-profile/booking-history');
  },
);

test(
  'a history that does not load shows an error and loads on request',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour, allowConsoleErrors }) => {
    allowConsoleErrors(/getBookingHistory|ERR_FAILED|Failed to load resource/);
    const order = await book(server, signedIn, await pickHour());
    await page.route('**/api/user/getBookingHistory*', (route) => route.abort());
    await page.goto('/your-profile/booking-history');
    await expect(page.getByText('API Error')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Failed to fetch history. Please try again.')).toHaveCount(1);
    await expect(page.getByText('Your bookings did not load')).toBeVisible();
    await checkScreen(page);
    await page.unroute('**/api/user/getBookingHistory*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: new RegExp(order.venue) })).toBeVisible();
  },
);
