import { randomInt } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { proveOwner, signInAsOwner } from './desk-owner';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/* The server reads payouts at night; the first test imports them from files, with a payout of its own in each run. */

const COLUMNS = 'type,entity_id,amount,fee,tax,debit,credit,settlement_id,settled_at,settlement_utr';

/** Opens the screen of payouts as an owner who has just proven themselves. */
async function open(page: Page, context: BrowserContext, server: Server, baseURL: string | undefined) {
  const desk = await signInAsOwner(context, baseURL);
  await proveOwner(context.request, desk, await server.now());
  await page.goto(`${desk}/desk/payouts`);
  await expect(page.getByRole('button', { name: 'Import a file' })).toBeVisible();
}

/** Chooses a file with these rows and imports it. */
async function importFile(page: Page, ...rows: string[]) {
  await page.getByRole('button', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from([COLUMNS, ...rows, ''].join('\r\n'));
  await dialog
    .getByLabel('Choose the CSV file')
    .setInputFiles({ name: 'settlements.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Import it' }).click();
  return dialog;
}

test.describe('payouts', () => {
  test('a file with an error is refused by line, a correct one is imported, and an unknown line is explained', async ({
    page,
    context,
    server,
    baseURL,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/422 \(Unprocessable Entity\)/);
    await open(page, context, server, baseURL);
    const id = `${randomInt(1e12)}${randomInt(1e6)}`;
    const good = `adjustment,adj_${id},10.12,0,0,0,10.12,setl_${id},24/11/2026 09:00:00,N${id}`;
    const dialog = await importFile(page, good, `payment,pay_${id},ten,0,0,0,10,setl_${id},24/11/2026,N${id}`);
    await expect(dialog.getByText('Line 3, amount: not an amount in rupees')).toBeVisible();
    await checkScreen(page);
    await page.keyboard.press('Escape');

    await importFile(page, good);
    await expect(page.getByText(/1 of 1.*₹10\.12/)).toBeVisible();
    await page.getByRole('button', { name: new RegExp(`adj_${id}`) }).click();
    const facts = page.getByRole('complementary', { name: 'Payout' });
    await expect(facts.getByText('Unknown', { exact: true })).toBeVisible();
    await checkScreen(page);
    await facts.getByRole('button', { name: /^Explain/ }).click();
    await facts.getByLabel('Explanation').fill('Correction of a fee of October');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The explanation is saved.')).toBeVisible();

    await page.goto(page.url().replace(/\/payouts.*/, `/payouts/setl_${id}`));
    await expect(facts.getByText('Correction of a fee of October')).toBeVisible();
    await expect(facts.getByText('Every line fits what you hold, or is explained.')).toBeVisible();
    await checkScreen(page);
  });

  test(
    'the tabs lead from the payouts to the refunds and back',
    ANY_SIZE,
    async ({ page, context, server, baseURL }) => {
      await open(page, context, server, baseURL);
      const tabs = page.getByRole('navigation', { name: 'Money' });
      await tabs.getByRole('link', { name: 'Refunds' }).click();
      await expect(page).toHaveURL(/\/desk\/refunds$/);
      await tabs.getByRole('link', { name: 'Payouts' }).click();
      await expect(page).toHaveURL(/\/desk\/payouts$/);
    },
  );
});
