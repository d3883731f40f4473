import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { courtsAt, freeCourts, hold, newPlayer, requireToken } from './player';
import { hoursOf } from './hours';
import { checkScreen, courtSelection, expect, openPeriodOf, pathAndQuery, test } from './screen';

/** How soon a change is on the screen of another player. */
const LIVE = { timeout: 2_000 };

/** Waits until the page has opened its event stream, which it may do after it has loaded its data. */
function waitForStream(page: Page): Promise<unknown> {
  return page.waitForResponse((answer) => answer.url().includes('/api/availability_events?') && answer.ok());
}

/** Returns a check that the page was not reloaded since. */
async function noReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return async () => {
    expect(await page.evaluate(() => 'sameDocument' in window), 'the page was not reloaded').toBe(true);
  };
}

test(
  'a court that another player takes and releases changes on the screen without a reload',
  ANY_SIZE,
  async ({ page, server, pickHour }) => {
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const name = (await courtsAt(server, hour)).find(({ court_id }) => court_id === court)?.court_name ?? '';
    const rival = await newPlayer(server, 'Ravi Shah');
    const streamOpened = waitForStream(page);
    await page.goto(courtSelection(hour));
    await streamOpened;
    await expect(page.getByRole('button', { name: new RegExp(`^${name}, .*free, ₹`) })).toBeEnabled();
    const stayed = await noReload(page);
    // Events say what changed, so that ten thousand screens send no requests.
    const requests: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(getcourt|gettimeslots)\?/.test(request.url())) requests.push(request.url());
    });

    const held = await hold(server, rival, hour, court);
    expect(held.error).toBe(0);
    await expect(page.getByRole('button', { name: new RegExp(`^${name}, .*taken$`) })).toBeDisabled(LIVE);
    await expect(page.getByText(`${name} taken just now.`), 'the live region announces it').toBeAttached();

    await server.post('/user/cancel_current_order', { token: rival.token, query: { orderid: held.orderid } });
    await expect(page.getByRole('button', { name: new RegExp(`^${name}, .*free, ₹`) })).toBeEnabled(LIVE);
    expect(requests, 'the screen sent no request').toEqual([]);
    await stayed();
  },
);

test(
  'a chosen court that another player takes is reported, and one tap holds another one',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    const hour = await pickHour({ atLeast: 4 });
    const [wanted = 0] = await freeCourts(server, hour);
    const name = (await courtsAt(server, hour)).find(({ court_id }) => court_id === wanted)?.court_name ?? '';
    const rival = await newPlayer(server, 'Ravi Shah');
    const streamOpened = waitForStream(page);
    await page.goto(courtSelection(hour, { court: String(wanted) }));
    await streamOpened;
    await expect(page.getByRole('button', { name: new RegExp(`^${name}, .*selected`) })).toBeVisible();
    const stayed = await noReload(page);

    expect((await hold(server, rival, hour, wanted)).error).toBe(0);
    await expect(page.getByText('Somebody was faster')).toBeVisible(LIVE);
    await expect(page.getByText(`${name} was taken just now. The others below are still yours to pick.`)).toBeVisible();
    await expect(page.getByRole('button', { name: /, selected, ₹/ }), 'the choice is cleared').toBeHidden();
    await expect.poll(() => pathAndQuery(page)).not.toContain('court=');
    const offers = page.getByRole('region', { name: 'Nearest to what you wanted' });
    await expect(offers.getByRole('link').first(), 'hours are offered').toBeVisible();
    await checkScreen(page);

    await offers.getByRole('button').first().click();
    const window = page.getByRole('dialog', { name: 'Confirm your details' });
    await expect(window.getByText('Held for you')).toBeVisible();
    await window.getByRole('button', { name: /^Pay at court/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
    await stayed();
  },
);

test('one tap leads to one of the nearest hours', ANY_SIZE, async ({ page, server, player, pickHour }) => {
  const hour = await pickHour({ atLeast: 4 });
  const [wanted = 0] = await freeCourts(server, hour);
  expect((await hold(server, player, hour, wanted)).error).toBe(0);
  await page.goto(courtSelection(hour, { court: String(wanted) }));
  const offers = page.getByRole('region', { name: 'Nearest to what you wanted' });
  const offer = offers.getByRole('link').first();
  const text = await offer.innerText();
  await offer.click();
  await expect(offers, 'the offers belonged to the other hour').toBeHidden();
  const time = /\d+:\d\d [AP]M/.exec(text)?.[0] ?? '';
  expect(new URL(page.url()).searchParams.get('time')).toBe(time);
  await expect(page.getByRole('button', { name: /, free, ₹/ }).first()).toBeEnabled();
});

test(
  'a player’s own hold is not reported as another player’s',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const streamOpened = waitForStream(page);
    await page.goto(courtSelection(hour, { court: String(court) }));
    await streamOpened;
    await page.getByRole('button', { name: 'Continue' }).click();
    const window = page.getByRole('dialog', { name: 'Confirm your details' });
    await expect(window.getByText('Held for you')).toBeVisible();
    await window.getByRole('button', { name: 'Close and let the court go' }).click();
    await expect(window).toBeHidden();
    await expect.poll(async () => await freeCourts(server, hour)).toContain(court);
    await expect(page.getByRole('button', { name: /, selected, ₹/ }), 'the choice is kept').toBeVisible();
    await expect(page.getByText('Somebody was faster')).toBeHidden();
  },
);

test(
  'an hour becomes full and free again on the time screen without a reload',
  ANY_SIZE,
  async ({ page, server, pickHour }) => {
    const hour = await pickHour({ atLeast: 1 });
    const free = await freeCourts(server, hour);
    const rivals = await Promise.all(free.map(() => newPlayer(server, 'Ravi Shah')));
    const streamOpened = waitForStream(page);
    await page.goto(`/time-date-selection?venue=${hour.venue}&sport=1&date=${hour.date}`);
    await streamOpened;
    await openPeriodOf(page, hour.time);
    const cell = (text: string) => page.getByRole('button', { name: new RegExp(`^${hour.time}, .*${text}`) });
    await expect(cell('₹')).toBeEnabled();
    const stayed = await noReload(page);
    // A second tab that shows another day.
    const beside = await page.context().newPage();
    const hours = await hoursOf(server, hour.venue);
    const another = hours.find(({ date }) => date !== hour.date)?.date ?? '';
    const otherStreamOpened = waitForStream(beside);
    await beside.goto(`/time-date-selection?venue=${hour.venue}&sport=1&date=${another}`);
    await otherStreamOpened;
    const dayOfMonth = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const chip = beside.getByRole('button', { name: new RegExp(`\\b${dayOfMonth.format(new Date(hour.date))}, `) });
    const before = hours.filter(({ date }) => date === hour.date).length;
    await expect(chip).toHaveAccessibleName(new RegExp(`, ${before} hours free$`));
    const holds = await Promise.all(free.map((court, at) => hold(server, rivals[at]!, hour, court)));
    expect(holds.map(({ error }) => error)).toEqual(free.map(() => 0));
    // All courts were taken at once: a second longer than for a single one.
    await expect(cell('full')).toBeDisabled({ timeout: LIVE.timeout + 1_000 });
    await expect(chip, 'the screen of another day shows the new count a little later').not.toHaveAccessibleName(
      new RegExp(`, ${before} hours free$`),
    );
    await server.post('/user/cancel_current_order', {
      token: rivals[0]!.token,
      query: { orderid: holds[0]!.orderid },
    });
    await expect(cell('1 left')).toBeEnabled(LIVE);
    await stayed();
  },
);
