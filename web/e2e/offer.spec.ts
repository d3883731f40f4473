import { ANY_SIZE } from './any-size';
import { closeForRain, linkInMail } from './closure';
import { freeCourts, hold, type Player, signIn } from './player';
import type { Hour } from './hours';
import { checkScreen, checkWidth, expect, test } from './screen';
import type { Server } from './server';

/** Books these courts, to be paid at the desk; returns the order numbers. */
async function bookAll(server: Server, player: Player, hour: Hour, courts: readonly number[]): Promise<string[]> {
  const orders: string[] = [];
  for (const court of courts) {
    const held = await hold(server, player, hour, court);
    expect(held, held.message).toMatchObject({ error: 0 });
    await server.post('/user/confirmCashPayment', { token: player.token, query: { orderid: held.orderid } });
    orders.push(held.orderid);
  }
  return orders;
}

test('the link of the mail leads to another court, without a login, and says so when it is opened again', async ({
  page,
  server,
  player,
  pickHour,
  baseURL,
}) => {
  const hour = await pickHour({ atLeast: 4 });
  const [court = 0] = await freeCourts(server, hour);
  await bookAll(server, player, hour, [court]);
  await closeForRain(page, hour, [court], baseURL);
  const link = await linkInMail(server, player);
  await page.context().clearCookies();

  const answer = await page.goto(link);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'strict-origin',
  });
  await expect(page.getByRole('heading', { level: 1, name: /^Rain closed Court \d+$/ })).toBeVisible();
  await expect(page.getByText('You have not paid yet. You choose.')).toBeVisible();
  await expect(page.getByText(player.name)).toHaveCount(0);
  const take = page.getByRole('button', { name: /^Take Court \d+, / });
  await expect(take).toBeVisible();
  await checkScreen(page);

  // The choices are one group: arrow keys go through them.
  await page.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(take).toBeVisible();
  await take.click();
  await expect(page.getByRole('heading', { level: 1, name: /^You play on Court \d+$/ })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Log in to see your pass' })).toBeVisible();
  await checkScreen(page);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /^You play on Court \d+$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Take / })).toHaveCount(0);
});

test(
  'of two games one gets another hour and one is given up, after one question',
  ANY_SIZE,
  async ({ page, server, player, pickHour, baseURL }) => {
    const hour = await pickHour({ atLeast: 5 });
    const courts = (await freeCourts(server, hour)).slice(0, 2);
    await bookAll(server, player, hour, courts);
    await closeForRain(page, hour, courts, baseURL);
    await page.goto(await linkInMail(server, player));
    await expect(page.getByText('1 of 2')).toBeVisible();
    await page
      .getByRole('radio', { name: /^\w+day, \d+ \w+, / })
      .first()
      .check();
    await page.getByRole('button', { name: /^Take Court \d+, \w{3} \d+, / }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^You play on / })).toBeVisible();

    await page.getByRole('link', { name: /^Next: Court \d+, / }).click();
    await expect(page.getByText('2 of 2')).toBeVisible();
    await page.getByRole('radio', { name: /^No, thanks/ }).check();
    await page.getByRole('button', { name: 'Give the game up' }).click();
    const question = page.getByRole('dialog', { name: 'Give this game up?' });
    await checkScreen(page);
    await question.getByRole('button', { name: 'Keep choosing' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Give the game up' }).click();
    await question.getByRole('button', { name: 'Give the game up' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Maybe another day' })).toBeFocused();
    // Going back shows the game before this one.
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: /^You play on / })).toBeVisible();
  },
);

test(
  'a lost answer is looked up, and what was chosen stays',
  ANY_SIZE,
  async ({ page, server, player, pickHour, baseURL, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_|Failed to load resource/);
    const hour = await pickHour({ atLeast: 4 });
    const [court = 0] = await freeCourts(server, hour);
    await bookAll(server, player, hour, [court]);
    await closeForRain(page, hour, [court], baseURL);
    const link = await linkInMail(server, player);
    await page.goto(link);
    await page.route('**/api/offers/*/move', (route) => route.abort(), { times: 1 });
    const take = page.getByRole('button', { name: /^Take Court \d+, / });
    await take.click();
    await expect(page.getByText('The answer got lost, and nothing has changed. Try once more.')).toBeVisible();
    // This time the server books, and only its reply is lost.
    await page.route('**/api/offers/*/move', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await take.click();
    await expect(page.getByRole('heading', { level: 1, name: /^You play on / })).toBeVisible();
  },
);

test(
  'in the app the booking leads to the choice, and to the new booking afterwards',
  ANY_SIZE,
  async ({ page, server, player, pickHour, baseURL }) => {
    const hour = await pickHour({ atLeast: 4 });
    const [court = 0] = await freeCourts(server, hour);
    const [order = ''] = await bookAll(server, player, hour, [court]);
    await closeForRain(page, hour, [court], baseURL);
    await signIn(page, player);
    await page.goto(`/history-details/${order}`);
    await expect(
      page.getByText('We had to close this court. Choose another hour, or your money if you have paid.'),
    ).toBeVisible();
    await checkScreen(page);
    await page.getByRole('button', { name: 'Choose now' }).click();
    await page.getByRole('button', { name: /^Take Court \d+, / }).click();
    await page.getByRole('link', { name: 'See your pass' }).click();
    await expect(page).toHaveURL(/\/booking-confirmation\?orderId=\d+$/);
    await page.goto(`/history-details/${order}`);
    await page.getByRole('link', { name: 'See your new booking' }).click();
    await expect(page.getByText('your booking is confirmed')).toBeVisible();
  },
);

test('an invalid link shows a message and a way to call the venue', ANY_SIZE, async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/404/);
  await page.goto('/r/cl_nothing');
  await expect(page.getByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Call us' })).toHaveAttribute('href', /^tel:/);
  await checkScreen(page);
});

test('at 200 % zoom the button stays in view', async ({ page, server, player, pickHour, baseURL }) => {
  const hour = await pickHour({ atLeast: 4 });
  const [court = 0] = await freeCourts(server, hour);
  await bookAll(server, player, hour, [court]);
  await closeForRain(page, hour, [court], baseURL);
  const size = page.viewportSize() ?? { width: 412, height: 839 };
  await page.setViewportSize({ width: Math.max(320, Math.round(size.width / 2)), height: Math.round(size.height / 2) });
  await page.goto(await linkInMail(server, player));
  await page.getByRole('radio', { name: /^No, thanks/ }).check();
  await expect(page.getByRole('button', { name: 'Give the game up' })).toBeInViewport();
  await checkWidth(page);
});
