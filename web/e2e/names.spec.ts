import { ANY_SIZE } from './any-size';
import { book, codeFor, newPhone, newPlayer, signIn } from './player';
import { checkScreen, checkWidth, expect, test } from './screen';

test(
  'a name in a non-Latin script can sign up and is shown on the pass',
  ANY_SIZE,
  async ({ page, server, pickHour }) => {
    const phone = newPhone();
    await page.goto('/join');
    const name = page.getByLabel('Full name');
    await name.fill('Asha <b>');
    await expect(page.getByText('Full name must start with a letter.')).toBeVisible();
    for (const accepted of ['José', "O'Brien", 'अमित']) {
      await name.fill(accepted);
      await expect(page.getByText('Full name must start with a letter.'), accepted).toBeHidden();
    }
    await page.getByLabel('Email').fill(`player${phone}@example.in`);
    await page.getByLabel('Phone number').fill(phone);
    await page.getByLabel('Birthdate').fill('1994-03-08');
    await page.getByText('Male', { exact: true }).click();
    await page.getByLabel('Password', { exact: true }).fill('pickleball');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Join Now' }).click();
    await expect(page).toHaveURL(/mobile-verification/);
    await page.getByLabel('Digit 1 of 6').pressSequentially(await codeFor(server, phone));
    await expect(page).toHaveURL('/');
    const token = (await page.evaluate(() => localStorage.getItem('user_token'))) ?? '';
    const order = await book(
      server,
      { phone, name: 'अमित', email: '', password: '', token, user: {} },
      await pickHour(),
    );
    await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
    await expect(page.getByText('अमित', { exact: true })).toBeVisible();
  },
);

test('a name of fifty letters without a space does not break the layout', async ({ page, server, pickHour }) => {
  const player = await newPlayer(server, 'W'.repeat(50));
  await signIn(page, player);
  const order = await book(server, player, await pickHour());
  for (const path of [
    '/',
    '/your-profile',
    '/your-profile/profile-update',
    '/your-profile/booking-history',
    `/history-details/${order.orderid}`,
    `/booking-confirmation?orderId=${order.orderid}`,
    `/booking-status?orderId=${order.orderid}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    if (path.includes(order.orderid)) await expect(page.getByText(player.name).first()).toBeVisible();
    // Its text is not wider than its element, so it is neither cut off nor overlaps its neighbours.
    const cut = await page
      .getByText(player.name)
      .evaluateAll((all) =>
        all
          .filter((one) => one.getClientRects().length > 0 && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.outerHTML),
      );
    expect(cut, path).toEqual([]);
    await checkWidth(page);
  }
  await checkScreen(page);
});
