import { randomInt } from 'node:crypto';
import { signInAsOwner } from './desk-owner';
import { freeCourts, hold } from './player';
import { checkScreen, expect, test } from './screen';

/** A code that no other test has. */
const newCode = (prefix: string) => `${prefix}${randomInt(1e9)}`;

test('an owner makes a coupon, sees who used it, and stops it', async ({
  page,
  context,
  baseURL,
  server,
  player,
  pickHour,
  allowConsoleErrors,
}) => {
  // The server refuses a code that is taken.
  allowConsoleErrors(/422/);
  const desk = await signInAsOwner(context, baseURL);
  const code = newCode('DIWALI');
  await page.goto(`${desk}/desk/set-up`);
  await page.getByRole('link', { name: /^Coupons/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible();
  await checkScreen(page);

  await page.getByRole('button', { name: /^New coupon/ }).click();
  const form = page.getByRole('form', { name: 'New coupon' });
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused();
  await form.getByRole('button', { name: 'Make coupon' }).click();
  await expect(form.getByText('Write a code, such as DIWALI20.')).toBeVisible();
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused();
  await checkScreen(page);
  await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await form.getByLabel('Percent', { exact: true }).fill('20');
  await form.getByLabel('At most, ₹ (if you like)').fill('150');
  const example = form.getByRole('region', { name: 'What a price costs with it' });
  await expect(example.getByText('₹850')).toBeVisible();
  await example.getByLabel('Price, ₹').fill('500');
  await expect(example.getByText('₹400')).toBeVisible();
  await form.getByLabel('Only from a price of, ₹ (if you like)').fill('600');
  await expect(example.getByText('It needs a price of at least ₹600.')).toBeVisible();
  await form.getByLabel('Only from a price of, ₹ (if you like)').fill('');
  await form.getByLabel('Uses in all (if limited)').fill('100');
  await form.getByLabel('What it is for (if you like)').fill('For the school tournament');
  await form.getByRole('button', { name: 'Make coupon' }).click();
  await expect(page.getByText(`${code} is made.`)).toBeVisible();
  const facts = page.getByRole('complementary', { name: 'Coupon' });
  await expect(facts.getByRole('heading', { name: code })).toBeVisible();
  await expect(facts.getByText('Not used yet.')).toBeVisible();
  await checkScreen(page);

  // The code is taken now.
  await page.goto(`${desk}/desk/coupons?form=new`);
  await form.getByLabel('Code', { exact: true }).fill(code);
  await form.getByText('An amount', { exact: true }).click();
  await form.getByLabel('Amount, ₹').fill('50');
  await form.getByRole('button', { name: 'Make coupon' }).click();
  await expect(form.getByText('A coupon has or had this code. Take another one.')).toBeVisible();

  const hour = await pickHour();
  const [court] = await freeCourts(server, hour);
  if (court === undefined) throw new Error('no court is free');
  const { orderid } = await hold(server, player, hour, court);
  const confirmed = await server.post('/user/confirmCashPayment', {
    token: player.token,
    query: { orderid, promocode: code.toLowerCase() },
  });
  expect(confirmed).toMatchObject({ error: 0 });

  await page.goto(`${desk}/desk/coupons/${code}`);
  await expect(facts.getByText('1 of 100 uses')).toBeVisible();
  const use = facts.getByRole('link', { name: new RegExp(player.name) });
  await expect(use).toHaveAttribute('href', new RegExp(`open=${orderid.replace('#', '')}`));

  await facts.getByRole('button', { name: /^Change/ }).click();
  const change = page.getByRole('form', { name: `Change ${code}` });
  await expect(change.getByText(/A player has used it/)).toBeVisible();
  await expect(change.getByLabel('Percent', { exact: true })).toBeHidden();
  await change.getByLabel('Uses in all (if limited)').fill('1');
  await checkScreen(page);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${code} is changed.`)).toBeVisible();
  await expect(facts.getByText('Used up')).toBeVisible();

  await facts.getByRole('button', { name: /^Stop it/ }).click();
  const stop = page.getByRole('form', { name: 'Stop it' });
  await stop.getByRole('button', { name: 'Stop for good' }).click();
  await expect(stop.getByText('Write why it is stopped.')).toBeVisible();
  await checkScreen(page);
  await stop.getByLabel('Why').fill('Posted on a deals page');
  await stop.getByRole('button', { name: 'Stop for good' }).click();
  await expect(page.getByText(`${code} is stopped.`)).toBeVisible();
  await expect(facts.getByText(/Stopped by .*Posted on a deals page/)).toBeVisible();
  await expect(facts.getByRole('button', { name: /^Stop it/ })).toBeHidden();
});

test('keys go through the list of coupons and open the forms', async ({ page, context, baseURL, isMobile }) => {
  test.skip(isMobile, 'phones have no keyboard');
  const desk = await signInAsOwner(context, baseURL);
  await page.goto(`${desk}/desk/coupons`);
  await expect(page.getByRole('button', { name: /DINK10/ })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/\/coupons\/\w+$/);
  const facts = page.getByRole('complementary', { name: 'Coupon' });
  await expect(facts.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('x');
  await expect(facts.getByRole('form', { name: 'Stop it' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(facts.getByRole('form')).toBeHidden();
  await expect(facts.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('e');
  await expect(facts.getByRole('form', { name: /^Change/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(facts.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('form', { name: 'New coupon' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/coupons$/);
});
