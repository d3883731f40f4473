import { openAsProvenOwner } from './desk-owner';
import { Steps, type Way } from './desk-steps';
import { checkScreen, expect, test } from './screen';

/*
 * The prices of a venue. Other tests book there, so what is published here is valid only some days ahead, in hours of the
 * early morning.
 */

/** The venue of a screen size. Both sizes run at once, and of two that publish prices of one venue at once, the second is refused. */
const venueFor = (isMobile: boolean) => (isMobile ? 2 : 3);
const boardFor = (isMobile: boolean) => `/desk/v/${venueFor(isMobile)}/board`;

// The tests of one screen size publish in turn.
test.describe.configure({ mode: 'default' });

test('prices of a week are painted, previewed and published, and bringing back a version is previewed', async ({
  page,
  baseURL,
  server,
  isMobile,
}) => {
  const desk = await openAsProvenOwner(page, server, baseURL, boardFor(isMobile));
  await page.goto(`${desk}/desk/v/${venueFor(isMobile)}/prices`);
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  await checkScreen(page);

  const rupees = isMobile ? 613 : 617;
  const other = page.getByRole('button', { name: 'Another price' });
  await (isMobile ? other.tap() : other.click());
  await page.getByRole('textbox', { name: 'Another price' }).fill(String(rupees));
  await page.getByRole('button', { name: 'Use' }).click();
  const cell = page.getByRole('gridcell', { name: isMobile ? /^Tue 6 AM: / : /^Wed 6 AM: / });
  await (isMobile ? cell.tap() : cell.click());
  await expect(page.getByRole('gridcell', { name: new RegExp(`^... 6 AM: .*, new: ₹${rupees}$`) })).toBeVisible();
  const panel = page.getByLabel('What changes');
  await expect(panel.getByRole('heading', { name: /hours? changes?$/ })).toBeVisible();
  await panel.getByLabel('Valid from').getByRole('button').nth(5).click();
  await checkScreen(page);
  await panel.getByRole('button', { name: /^Publish from / }).click();
  await expect(page.getByText(/^The prices are published from /)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: new RegExp(`6 AM: ₹${rupees}`) })).toBeVisible();

  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await checkScreen(page);
  await versions
    .getByRole('button', { name: /^Bring back version/ })
    .last()
    .click();
  await expect(panel.getByText(/^Brings back version/)).toBeVisible();
  await panel.getByRole('button', { name: 'Do not bring it back' }).click();
  await expect(panel.getByRole('heading', { name: 'Nothing changes yet' })).toBeVisible();
});

// The day and the button to publish are clicked in both.
const ways: readonly Way[] = ['pointer', 'keys'];
for (const way of ways) {
  test(`a price is changed in 5 steps, painted by ${way}`, async ({ page, baseURL, server, isMobile }) => {
    test.skip(isMobile, 'needs a mouse and a keyboard');
    await openAsProvenOwner(page, server, baseURL, boardFor(isMobile));
    await expect(page.getByRole('grid')).toBeVisible();
    const steps = await Steps.begin(page);
    const link = page.getByRole('link', { name: 'Prices' });
    if (way === 'keys') await steps.press('g', 'c');
    else await steps.click(link);
    const panel = page.getByLabel('What changes');
    await steps.see(panel);
    const cell = page.getByRole('gridcell', { name: way === 'keys' ? /^Mon 6 AM: / : /^Thu 6 AM: / });
    if (way === 'keys') {
      await expect(cell).toBeFocused();
      await steps.type('637');
      await steps.press(' ');
    } else {
      await steps.click(page.getByRole('group', { name: 'Brush' }).getByRole('button', { name: 'None' }));
      await steps.click(cell);
    }
    const day = panel.getByLabel('Valid from').getByRole('button').nth(6);
    await steps.see(day);
    await steps.click(day);
    await steps.click(panel.getByRole('button', { name: /^Publish from / }));
    await steps.see(page.getByText(/^The prices are published from /));
    expect(steps.count).toBe(5);
  });
}
