import { ANY_SIZE } from './any-size';
import { openAsProvenOwner, signInAsOwner } from './desk-owner';
import { deskPanel } from './desk-panel';
import { checkScreen, expect, test } from './screen';

test('the reports are read, a figure leads to its bookings, and a booking to the board', async ({
  page,
  context,
  baseURL,
  isMobile,
}) => {
  const desk = await signInAsOwner(context, baseURL);
  await page.goto(`${desk}/desk/v/1/board`);
  if (isMobile) {
    await page.getByRole('link', { name: 'Reports' }).tap();
  } else {
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const map = page.getByRole('table', { name: 'Sold by weekday and hour, in percent' });
  await expect(map).toBeVisible();
  const sold = map.getByRole('button', { name: /: [1-9]\d* % of / });
  await expect(sold.first()).toBeVisible();
  await checkScreen(page);

  for (const report of ['Revenue', 'No-shows', 'Cancellations', 'Coupons', 'Free prime hours']) {
    const tab = page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: report });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('[aria-busy="false"]').first()).toBeVisible();
    await checkScreen(page);
  }
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Occupancy' }).click();
  await sold.first().click();
  const list = page.getByRole('dialog', { name: /^Occupancy: / });
  const booking = list.getByRole('link').first();
  await expect(booking).toBeVisible();
  await checkScreen(page);
  await booking.click();
  await expect(deskPanel(page, 'Booking').getByRole('heading').first()).toBeVisible();
  await page.goBack();
  await expect(list.getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
});

test('a contrast theme shows that the period before is compared', ANY_SIZE, async ({ page, context, baseURL }) => {
  const desk = await signInAsOwner(context, baseURL);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${desk}/desk/reports/occupancy?venue=1`);
  const compare = page.getByRole('button', { name: 'Compare' });
  await expect(compare).toHaveCSS('text-decoration-line', 'underline');
  await compare.click();
  await expect(compare).toHaveCSS('text-decoration-line', 'none');
});

test('a figure is the number of rows in its list', ANY_SIZE, async ({ page, context, baseURL, server }) => {
  const desk = await signInAsOwner(context, baseURL);
  const day = new Date((await server.now()) - 2 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${desk}/desk/reports/occupancy?venue=1&from=${day}&to=${day}`);
  const figure = page
    .locator('dl[aria-label="Occupancy"] > div')
    .filter({ has: page.getByText('Bookings', { exact: true }) })
    .getByRole('button');
  const count = Number((await figure.innerText()).replaceAll(',', ''));
  expect(count).toBeGreaterThan(0);
  await figure.click();
  const list = page.getByRole('dialog', { name: 'Occupancy' });
  await expect(list.getByRole('status')).toHaveText(new RegExp(`^${count.toLocaleString('en-IN')} bookings? · ₹`));
  const rows = list.getByRole('list', { name: 'The bookings behind it' }).getByRole('listitem');
  const more = list.getByRole('button', { name: 'Show more' });
  await expect(rows.first()).toBeVisible();
  while (await more.isVisible()) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  await expect(rows).toHaveCount(count);
});

test(
  'the list of free prime hours has as many rows as the figure says, and a row leads to the board',
  ANY_SIZE,
  async ({ page, context, baseURL }) => {
    const desk = await signInAsOwner(context, baseURL);
    await page.goto(`${desk}/desk/reports/prime-hours?venue=1`);
    await expect(page.getByRole('link', { name: 'Reports', exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('link', { name: 'Prices', exact: true })).not.toHaveAttribute('aria-current', 'page');
    const figure = page.getByRole('button', { name: /^\d+ prime hours? free$/ });
    const text = await figure.innerText();
    await figure.click();
    const list = page.getByRole('dialog', { name: 'Free prime hours' });
    await expect(list.getByRole('status')).toHaveText(new RegExp(`^${text} · ₹`));
    await checkScreen(page);
    const rows = list.getByRole('list', { name: 'The courts that are free' }).getByRole('listitem');
    const more = list.getByRole('button', { name: 'Show more' });
    while (await more.isVisible()) await more.click();
    await expect(rows).toHaveCount(Number(text.split(' ')[0]));
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/v\/1\/board\?day=/);
  },
);

test('the period moves by keys', async ({ page, context, baseURL, isMobile }) => {
  test.skip(isMobile, 'phones have no keyboard');
  const desk = await signInAsOwner(context, baseURL);
  await page.goto(`${desk}/desk/reports/revenue?venue=1`);
  const figures = page.getByRole('region', { name: 'Revenue' }).or(page.locator('dl[aria-label="Revenue"]'));
  await expect(figures.first()).toBeVisible();
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Week', exact: true, pressed: true })).toBeVisible();
  const before = page.url();
  await page.locator('h1').click();
  // Each of several quick presses of a key counts.
  for (const key of ['[', '[', ']']) await page.keyboard.press(key);
  await expect(page).not.toHaveURL(before);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(before);
});

test('a table is saved after a proof', ANY_SIZE, async ({ page, baseURL, server }) => {
  await openAsProvenOwner(page, server, baseURL, '/desk/reports/occupancy?venue=1');
  await page.getByRole('button', { name: 'CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a table' });
  await checkScreen(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the table' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^occupancy-1-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
  await expect(dialog).toBeHidden();
});
