import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { bankSays, chooseWay, headline, holdCourt, orderOf, payer, slideToPay } from './paying';
import { checkScreen, expect, test } from './screen';

/** Downloads by the button of this name; returns the file's name and its first bytes. */
async function download(page: Page, name: string): Promise<[name: string, begins: string]> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name }).press('Enter');
  const file = await coming;
  const content = await readFile(await file.path());
  return [file.suggestedFilename(), content.subarray(0, 5).toString()];
}

test(
  'a paid booking has a receipt to download, and once cancelled a credit note',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    const player = await payer(server, page, info);
    await holdCourt(page, server, await pickHour());
    const order = orderOf(page);
    await slideToPay(page);
    await chooseWay(page, 'UPI QR');
    await bankSays(page, 'Success');
    await expect(headline(page, "You're on!")).toBeVisible();

    await page.goto(`/history-details/${order}`);
    const [receipt, begins] = await download(page, 'Receipt (PDF)');
    expect(receipt).toMatch(/^receipt-R-\d\d-\d\d-\d{6}\.pdf$/);
    expect(begins).toBe('%PDF-');
    await expect(page.getByText(`Saved as ${receipt}.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Credit note (PDF)' })).toBeHidden();

    await server.post('/user/addCancellation', { token: player.token, body: { order_id: order } });
    await page.reload();
    const [note] = await download(page, 'Credit note (PDF)');
    expect(note).toMatch(/^credit-note-C-\d\d-\d\d-\d{6}\.pdf$/);
    await checkScreen(page);
  },
);
