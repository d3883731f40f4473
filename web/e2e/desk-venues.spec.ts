import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openAsProvenOwner } from './desk-owner';
import { checkScreen, expect, test } from './screen';

/*
 * The test adds a venue of its own and retires it at the end: players of other tests choose among the venues of the
 * demo.
 */

/** A picture of one colour, 640 × 480 pixels. */
async function picture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 480;
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.fillStyle = '#1f6a8c';
      context.fillRect(0, 0, 640, 480);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

test('an owner adds a venue, changes its courts and pictures, and retires it', async ({ page, baseURL, server }) => {
  await openAsProvenOwner(page, server, baseURL, '/desk/set-up');
  await page.getByRole('link', { name: /^Venues and courts/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Venues and courts' })).toBeVisible();
  await checkScreen(page);
  await page.getByRole('button', { name: 'Add a venue' }).click();

  const name = `Old Mill ${randomInt(1e6)}`;
  const added = page.getByRole('form', { name: 'New venue' });
  await added.getByLabel('Name', { exact: true }).fill(name);
  await added.getByLabel('Area').fill('Alkapuri');
  await added.getByLabel('Postal address').fill('3 Station Road, Vadodara 390007');
  await added.getByLabel('Price of an hour, ₹').fill('799.50');
  await added.getByLabel('Indoor courts').fill('1');
  await added.getByRole('button', { name: 'Parking' }).click();
  await checkScreen(page);
  await added.getByRole('button', { name: 'Add the venue' }).click();

  const form = page.getByRole('form', { name });
  await expect(form.getByRole('button', { name: 'Court 5, Indoor' })).toBeVisible();
  await form.getByRole('button', { name: 'Add a court' }).click();
  await form.getByRole('radio', { name: 'Outdoor' }).check();
  await form.getByRole('button', { name: 'Court 1, Outdoor' }).click();
  await form.getByRole('button', { name: 'Retire this court' }).click();
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'courts.png', mimeType: 'image/png', buffer: await picture(page) });
  await expect(form.getByRole('img', { name: 'On the card' })).toHaveAttribute('src', /^\/images\/\w{32}\.jpg$/);
  await checkScreen(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} is saved`)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Court 1, Outdoor, Retired' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Court 6, Outdoor' })).toBeVisible();

  await form.getByRole('button', { name: 'Retire this venue' }).click();
  const asked = page.getByRole('dialog', { name: `Retire ${name}?` });
  await asked.getByRole('button', { name: 'Retire it' }).click();
  await expect(page.getByText(`${name} is retired`)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Bring this venue back' })).toBeVisible();
});
