import { openAsProvenOwner } from './desk-owner';
import { checkHeight, checkScreen, expect, test } from './screen';

/*
 * All tests share the operator's brand. So these put back what they change and run one after the other, and those that save run at
 * one screen size only.
 */
test.describe.configure({ mode: 'serial' });

test('an owner changes the brand, sees it before it is saved, and players read it', async ({
  page,
  context,
  baseURL,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'the brand is changed by one browser at a time');
  const desk = await openAsProvenOwner(page, server, baseURL, '/desk/set-up');
  await page.getByRole('link', { name: /^Brand and texts/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Brand' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Tax and receipts/ })).toBeVisible();
  await checkScreen(page);

  await page.getByRole('link', { name: /^Name and words/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Name and words' })).toBeVisible();
  const tagline = page.getByLabel('Line under your name (if you like)');
  const before = await tagline.inputValue();
  const words = 'Rallies for everybody.';
  await tagline.fill(words);
  const preview = page.getByRole('region', { name: /^The home page on a phone/ });
  await expect(preview.getByText(words)).toBeAttached();
  await checkScreen(page);

  // What was typed in one part stays while another one is opened.
  await page.getByRole('link', { name: 'All parts' }).click();
  await expect(page.getByRole('link', { name: /^Name and words.*Not saved yet$/ })).toBeVisible();
  await page.getByRole('link', { name: /^Tax and receipts/ }).click();
  await page.getByLabel('GSTIN (if you have one)').fill('24AAQFB2741K1Z6');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not right yet: Tax and receipts')).toBeVisible();
  await checkScreen(page);
  await page.getByLabel('GSTIN (if you have one)').fill('24AAQFB2741K1ZC');
  await expect(page.getByText(/^The check character fits\./)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Players see it now.')).toBeVisible();

  const player = await context.newPage();
  await player.goto('/about-us');
  await expect(player.getByText(words)).toBeVisible();
  await player.close();

  await page.goto(`${desk}/desk/audit`);
  await expect(page.getByText('Changed the set-up: brand').first()).toBeVisible();

  await page.goto(`${desk}/desk/set-up/brand/name`);
  await tagline.fill(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Players see it now.')).toBeVisible();
});

test('the contrast of a colour is shown as it is chosen, and players get the colour with the first paint', async ({
  page,
  context,
  baseURL,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'the brand is changed by one browser at a time');
  const desk = await openAsProvenOwner(page, server, baseURL, '/desk/set-up/brand/look');
  const court = page.getByLabel('Outdoor courts: code of the colour');
  await court.fill('#4fc3f7');
  await expect(page.getByText(/At least 4\.5 : 1 is needed/)).toBeVisible();
  await checkScreen(page);
  await page.getByRole('button', { name: /^Take #[\da-f]{6} instead$/ }).click();
  await expect(page.getByText(/Good to read, in light and in dark/)).toBeVisible();
  const chosen = await court.inputValue();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Players see it now.')).toBeVisible();

  // In the markup, before any script runs and within the content security policy.
  const html = await (await page.request.get(`${new URL(desk).origin}/location`)).text();
  expect(html).toContain(`--color-court:${chosen}`);
  const player = await context.newPage();
  await player.goto('/location');
  const token = () =>
    player.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-court'));
  await expect.poll(token).toBe(chosen);
  await player.close();

  await page.getByRole('button', { name: 'Use the standard colour' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
});

test('an owner sets a rule, players read it, and an empty field restores the rule of the server', async ({
  page,
  baseURL,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'the brand is changed by one browser at a time');
  const desk = await openAsProvenOwner(page, server, baseURL, '/desk/set-up/brand/policies');
  const age = page.getByLabel('Youngest age at sign-up, years');
  await expect(age).toHaveValue('');
  await expect(page.getByText('Empty: as on the server, 18 years.')).toBeVisible();
  await age.fill('17.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write years from 1 to 100.')).toBeVisible();
  await expect(age).toBeFocused();
  await checkScreen(page);
  await age.fill('17');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Players see it now.')).toBeVisible();
  const config = async () => (await page.request.get(`${new URL(desk).origin}/api/app-config`)).json();
  await expect.poll(async () => (await config()).min_age).toBe(17);
  await age.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await config()).min_age).toBe(18);
});

test('an owner reads the messages to players, changes a text and restores that of the server', async ({
  page,
  baseURL,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'the brand is changed by one browser at a time');
  await openAsProvenOwner(page, server, baseURL, '/desk/set-up/brand/messages');
  // The subject of a mail, which the server writes.
  await expect(page.getByText('Court 3 is yours: Sun, 22 Nov, 7:00 PM')).toBeVisible();
  await page.getByRole('button', { name: 'Change the text: Refund settled another way' }).click();
  const words = page.getByLabel('Text, exactly as it is registered');
  const before = await words.inputValue();
  await words.fill(`${before} ##court##`);
  await expect(page.getByText('##court## is no value of this message. Remove it.')).toBeVisible();
  await checkScreen(page);
  await words.fill(`${before} Thanks!`);
  await expect(page.getByText(/^\d+ places, 1 message\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It is sent from now on')).toBeVisible();
  await page.getByRole('button', { name: 'Change the text: Refund settled another way' }).click();
  await page.getByRole('button', { name: 'Send the server’s text again' }).click();
  await expect(page.getByText('The server’s text is sent again.')).toBeVisible();
});

test('what was typed into a part of the brand is checked and discarded', async ({ page, baseURL, server }) => {
  const desk = await openAsProvenOwner(page, server, baseURL, '/desk/set-up/brand/reach');
  const phone = page.getByLabel('Phone for questions');
  const before = await phone.inputValue();
  await phone.fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write ten digits, or + and the country code.')).toBeVisible();
  await expect(phone).toBeFocused();
  await checkScreen(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(phone).toHaveValue(before);
  await page.goto(`${desk}/desk/set-up/brand/policies`);
  await expect(page.getByLabel('A booking can be cancelled until, hours before')).toBeVisible();
  await checkScreen(page);
  await page.goto(`${desk}/desk/set-up/brand/messages`);
  await page.getByRole('button', { name: 'Change the text: Refund settled another way' }).click();
  await expect(page.getByLabel('Text, exactly as it is registered')).toBeVisible();
  await checkHeight(page);
});
