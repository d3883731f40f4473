import { openAsProvenOwner } from './desk-owner';
import { checkScreen, expect, test } from './screen';

/*
 * The hours of a venue. Other tests book there, so what is published here is a special day far ahead.
 */

/** The venue of a screen size. Both sizes run at once, and of two that publish hours of one venue at once, the second is refused. */
const venueFor = (isMobile: boolean) => (isMobile ? 2 : 3);

test('a special day is added, previewed and published, and the hours of a weekday are changed by keys', async ({
  page,
  baseURL,
  server,
  isMobile,
}, { retry }) => {
  const now = await server.now();
  await openAsProvenOwner(page, server, baseURL, `/desk/v/${venueFor(isMobile)}/prices`);
  await page.getByRole('link', { name: 'Hours' }).click();
  await expect(page.getByRole('heading', { name: 'Hours', exact: true })).toBeVisible();
  await checkScreen(page);

  const opens = page.getByRole('slider', { name: 'Mon, hours 1: opens' });
  const before = Number(await opens.getAttribute('aria-valuenow'));
  await opens.focus();
  await page.keyboard.press('ArrowRight');
  await expect(opens).not.toHaveAttribute('aria-valuenow', String(before));
  await expect(opens).toBeFocused();
  const panel = page.getByLabel('What changes');
  await expect(panel.getByRole('heading', { name: /slots? (open|close)s?/ })).toBeVisible();
  await checkScreen(page);
  await panel.getByRole('button', { name: 'Drop the draft' }).click();
  await expect(panel.getByRole('heading', { name: 'Nothing changes yet' })).toBeVisible();

  // What an attempt published stays, so each one has a day and a label of its own.
  const days = 400 + retry;
  const ahead = new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const label = `Cup in ${days} days`;
  await page.getByRole('button', { name: 'Add a day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a day' });
  await dialog.getByLabel('Day', { exact: true }).fill(ahead);
  await dialog.getByLabel('What players read').fill(label);
  await checkScreen(page);
  await dialog.getByRole('button', { name: 'Keep this day' }).click();
  await expect(page.getByText(label, { exact: true })).toBeVisible();
  await expect(panel.getByRole('heading', { name: /slots close/ })).toBeVisible();
  await panel.getByRole('button', { name: /^Publish from / }).click();
  await expect(page.getByText(/^The hours are published from /)).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Nothing changes yet' })).toBeVisible();
  await expect(page.getByText(label, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await expect(versions.getByText(/slots a week/).first()).toBeVisible();
  await checkScreen(page);
});
