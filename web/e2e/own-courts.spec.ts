import type { BrowserContext, Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { takeClock } from './clock';
import type { Hour } from './hours';
import { book, courtsAt, freeCourts, hold, newPlayer, type Player, requireToken, signIn } from './player';
import { confirmWindow, headline } from './paying';
import type { Server } from './server';
import { checkScreen, courtSelection, expect, pathAndQuery, test } from './screen';

/** Messages that say that another player has the court. */
const WRONG_MESSAGES = /somebody was faster|taken just now|is taken at this hour|it is no longer free/i;

const bar = (page: Page) => page.getByRole('complementary', { name: 'Your held court' });

/** Records such messages from the next load of the page on, even short-lived ones. Returns a reader of those since its last load. */
async function recordWrongMessages(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((pattern) => {
    const found: string[] = [];
    (window as unknown as { wrongMessages: string[] }).wrongMessages = found;
    const check = () => {
      const text = document.body?.textContent ?? '';
      const message = new RegExp(pattern, 'i').exec(text)?.[0];
      if (message !== undefined) found.push(message);
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true });
  }, WRONG_MESSAGES.source);
  return () => page.evaluate(() => (window as unknown as { wrongMessages: string[] }).wrongMessages);
}

async function nameOf(server: Server, hour: Hour, court: number): Promise<string> {
  return (await courtsAt(server, hour)).find(({ court_id }) => court_id === court)?.court_name ?? '';
}

async function holdInWindow(page: Page, hour: Hour, court: number): Promise<void> {
  await page.goto(courtSelection(hour, { court: String(court) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
}

async function secondTab(context: BrowserContext, player: Player): Promise<Page> {
  const tab = await context.newPage();
  await signIn(tab, player);
  return tab;
}

test(
  'a court just booked shows Yours on the map after Back, and opens its pass',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    const wrongMessages = await recordWrongMessages(page);
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const name = await nameOf(server, hour, court);
    await holdInWindow(page, hour, court);
    await confirmWindow(page)
      .getByRole('button', { name: /^Pay at court/ })
      .click();
    await expect(headline(page, "You're on!")).toBeVisible();
    await page.goBack();
    await expect(headline(page, 'Pick your court')).toBeVisible();
    const own = page.getByRole('button', { name: new RegExp(`^${name}, .*yours, booked, open my pass$`) });
    await expect(own).toBeVisible();
    await expect(page.getByText(`${name} is yours at this hour: you have booked it.`)).toBeVisible();
    await checkScreen(page);
    // The court on the map opens the player's pass, by keyboard as well.
    await own.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
    expect(pathAndQuery(page)).toContain('/booking-confirmation?orderId=');
    expect(await wrongMessages()).toEqual([]);
  },
);

test(
  'a court held in another tab shows Yours with its time, and leads back to the confirm window',
  ANY_SIZE,
  async ({ page, context, server, signedIn, pickHour }) => {
    const wrongMessages = await recordWrongMessages(page);
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const name = await nameOf(server, hour, court);
    // This tab has selected the same court that the other tab is about to hold.
    await page.goto(courtSelection(hour, { court: String(court) }));
    await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
    const other = await secondTab(context, signedIn);
    await holdInWindow(other, hour, court);
    await page.bringToFront();
    const own = page.getByRole('button', { name: new RegExp(`^${name}, .*yours, held for \\d+ more minutes`) });
    await expect(own).toBeVisible();
    await expect(own).toContainText(/(10:00|9:\d\d)$/);
    await expect(own).toContainText('Yours');
    await expect(bar(page)).toBeVisible();
    await checkScreen(page);
    // For other players it is taken, as before.
    expect((await courtsAt(server, hour)).find(({ court_id }) => court_id === court)?.available).toBe('no');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
    await expect(bar(page)).toBeHidden();
    expect(new URL(page.url()).searchParams.get('order')).toBe(new URL(other.url()).searchParams.get('order'));
    expect(await wrongMessages()).toEqual([]);
  },
);

test(
  'a window whose court was released for another one in a second tab reports it and leads to that one',
  ANY_SIZE,
  async ({ page, context, server, signedIn, pickHour }) => {
    const hour = await pickHour();
    const [first = 0, second = 0] = await freeCourts(server, hour);
    const name = await nameOf(server, hour, second);
    const wrongMessages = await recordWrongMessages(page);
    await holdInWindow(page, hour, first);
    const other = await secondTab(context, signedIn);
    await holdInWindow(other, hour, second);
    await page.bringToFront();
    await expect(confirmWindow(page).getByRole('alert')).toContainText(
      'You have a newer hold, so this one was released.',
    );
    await expect(confirmWindow(page).getByText('run out')).toBeHidden();
    await checkScreen(page);
    await confirmWindow(page)
      .getByRole('link', { name: `Finish ${name}` })
      .click();
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('order')).toBe(new URL(other.url()).searchParams.get('order'));
    expect(await wrongMessages()).toEqual([]);
  },
);

test(
  'a court that another player took is still reported as taken',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const name = await nameOf(server, hour, court);
    await page.goto(courtSelection(hour, { court: String(court) }));
    await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
    const rival = await newPlayer(server, 'Ravi Shah');
    expect(await hold(server, rival, hour, court)).toMatchObject({ error: 0 });
    await expect(page.getByText('Somebody was faster')).toBeVisible();
    await expect(page.getByRole('button', { name: new RegExp(`^${name}, .*, taken$`) })).toBeDisabled();
  },
);

test(
  'a court held before the session ended is still the player’s, and a login leads to it',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour, allowConsoleErrors }) => {
    allowConsoleErrors(/401/);
    const wrongMessages = await recordWrongMessages(page);
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const name = await nameOf(server, hour, court);
    const held = await hold(server, signedIn, hour, court);
    await page.goto(courtSelection(hour, { court: String(court) }));
    await expect(page.getByRole('button', { name: /yours, held for/ })).toBeVisible();
    await server.post('/user/logout', { token: signedIn.token });
    await page.reload();
    await page.goto(courtSelection(hour, { court: String(court), order: held.orderid }));
    await expect(page.getByText(`You were logged out. Log in to go on with ${name}, held for you.`)).toBeVisible();
    await checkScreen(page);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Phone').fill(signedIn.phone);
    await page.getByLabel('Password', { exact: true }).fill(signedIn.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: /yours, held for/ })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('order')).toBe(held.orderid);
    expect(await wrongMessages()).toEqual([]);
  },
);

test('the bar of a held court is on other screens, stays after a reload and disappears with the hold', async ({
  page,
  context,
  server,
  signedIn,
  pickHour,
  allowConsoleErrors,
}) => {
  test.slow();
  // The map of the contact page.
  allowConsoleErrors(/google\.com|chrome-error/);
  const hour = await pickHour();
  const [court = 0] = await freeCourts(server, hour);
  const name = await nameOf(server, hour, court);
  const held = await hold(server, signedIn, hour, court);
  for (const path of ['/', '/location', '/your-profile', '/about-us']) {
    await page.goto(path);
    await expect(bar(page), path).toContainText(`${name} held`);
    await expect(bar(page).getByRole('timer'), path).toHaveText(/^(10:00|[89]:\d\d)$/);
  }
  await checkScreen(page);
  const finish = bar(page).getByRole('link', { name: 'Finish' });
  expect((await finish.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.reload();
  await expect(bar(page)).toBeVisible();
  // A screen reader hears the time left in minutes.
  const status = bar(page).getByRole('status');
  await expect(status).toHaveText(/is held for you for \d+ more minutes/);
  await page.goto(courtSelection(hour));
  await expect(bar(page)).toBeVisible();
  // The bar covers nothing: the page's own action is above it, and so is the end of the page.
  const action = page
    .getByRole('button', { name: /^Continue/ })
    .filter({ visible: true })
    .first();
  await action.scrollIntoViewIfNeeded();
  await action.click({ trial: true });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const [line, end] = await Promise.all([
    bar(page).boundingBox(),
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('#root :is(a, button, p)')]
          .filter((element) => element.checkVisibility() && element.closest('aside') === null)
          .map((element) => element.getBoundingClientRect().bottom),
      ),
    ),
  ]);
  expect(end, 'the last line of the page').toBeLessThanOrEqual(line?.y ?? 0);

  const other = await secondTab(context, signedIn);
  await other.goto('/contact-us');
  await expect(bar(other)).toContainText(`${name} held`);
  await bar(other).getByRole('link', { name: 'Finish' }).focus();
  await other.keyboard.press('Enter');
  await expect(confirmWindow(other).getByText('Held for you')).toBeVisible();
  expect(new URL(other.url()).searchParams.get('order')).toBe(held.orderid);
  await confirmWindow(other)
    .getByRole('button', { name: /^Pay at court/ })
    .click();
  await expect(headline(other, "You're on!")).toBeVisible();
  await expect(bar(other)).toBeHidden();
  await page.bringToFront();
  await expect(bar(page), 'the court was booked in the other tab').toBeHidden();
});

test(
  'the bar of a held court disappears with a message when the hold expires',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    await takeClock(page, server);
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const name = await nameOf(server, hour, court);
    await hold(server, signedIn, hour, court);
    await page.goto('/about-us');
    await expect(bar(page)).toBeVisible();
    // The server's own clock stays unchanged, so its reply is stubbed; not before the hold has ended, because an event may ask for it.
    const server_time = new Date(await server.now()).toISOString();
    let hasEnded = false;
    await page.route('**/api/user/own_courts', (route) =>
      hasEnded
        ? route.fulfill({ json: { error: 0, message: '', hold: null, bookings: [], server_time } })
        : route.continue(),
    );
    hasEnded = true;
    await page.clock.fastForward('10:30');
    await expect(page.getByText(`Your hold on ${name} has run out.`)).toBeVisible();
    await expect(bar(page)).toBeHidden();
  },
);

test(
  'a player with too many unpaid games sees them and what to do while the court is held',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    test.slow();
    const hour = await pickHour();
    for (let game = 0; game < 4; game += 1) await book(server, signedIn, await pickHour({ venue: 1 + (game % 3) }));
    const [court = 0] = await freeCourts(server, hour);
    await holdInWindow(page, hour, court);
    await confirmWindow(page)
      .getByRole('button', { name: /^Pay at court/ })
      .click();
    await expect(headline(page, 'Not booked yet')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText(/You already have 4 games to pay at the court/)).toBeVisible();
    await expect(main.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
    await expect(main.getByRole('region', { name: 'Waiting to be paid at the court' }).getByRole('link')).toHaveCount(
      4,
    );
    await checkScreen(page);
    await page.reload();
    await expect(main.getByText(/You already have 4 games to pay at the court/)).toBeVisible();
    // One of them is cancelled, and the bar leads back.
    await main.getByRole('region', { name: 'Waiting to be paid at the court' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    await page.getByRole('button', { name: 'Proceed to cancel' }).click();
    await page.getByRole('button', { name: 'confirm cancellation' }).click();
    // A toast may show the same text.
    await expect(page.getByRole('heading', { name: 'Your Booking Has Been Canceled.' })).toBeVisible();
    await page.getByRole('link', { name: 'go to homepage' }).click();
    await bar(page).getByRole('link', { name: 'Finish' }).click();
    await confirmWindow(page)
      .getByRole('button', { name: /^Pay at court/ })
      .click();
    await expect(headline(page, "You're on!")).toBeVisible();
  },
);
