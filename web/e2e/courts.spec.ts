import { rupees } from '../src/lib/money';
import { ANY_SIZE } from './any-size';
import { fullHour } from './hours';
import { book, courtsAt, freeCourts, hold, newPlayer, requireToken } from './player';
import { checkScreen, chooseFreeCourt, courtSelection, expect, openPeriodOf, pathAndQuery, test } from './screen';

test('a taken court is drawn as taken and cannot be chosen', ANY_SIZE, async ({ page, server, player, pickHour }) => {
  const hour = await pickHour();
  const { court } = await book(server, player, hour);
  await page.goto(courtSelection(hour));
  const taken = page.getByRole('button', { name: new RegExp(`^${court}, (outdoor|indoor), taken$`) });
  await expect(taken).toBeDisabled();
  await expect(taken).toHaveAttribute('aria-pressed', 'false');
  await checkScreen(page);
});

test(
  'the court of the address is preselected unless it is taken',
  ANY_SIZE,
  async ({ page, server, player, pickHour }) => {
    const hour = await pickHour();
    const [mine = 0, other = 0] = await freeCourts(server, hour);
    expect((await hold(server, player, hour, other)).error).toBe(0);
    const names = new Map((await courtsAt(server, hour)).map((court) => [court.court_id, court.court_name]));
    await page.goto(courtSelection(hour, { court: String(mine) }));
    const chosen = page.getByRole('button', { name: new RegExp(`^${names.get(mine)}, .*selected`) });
    await expect(chosen).toHaveAttribute('aria-pressed', 'true');
    await chosen.click();
    await expect(chosen, 'pressing the chosen court again has no effect').toHaveAttribute('aria-pressed', 'true');

    await page.goto(courtSelection(hour, { court: String(other) }));
    await expect(page.getByText(`${names.get(other)} is taken at this hour. Pick another one.`)).toBeVisible();
    await checkScreen(page);
  },
);

test(
  'a court taken between choosing and continuing is reported, and the others can still be chosen',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    requireToken(signedIn);
    const hour = await pickHour();
    const [wanted = 0] = await freeCourts(server, hour);
    const rival = await newPlayer(server, 'Ravi Shah');
    await page.goto(courtSelection(hour, { court: String(wanted) }));
    await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
    const name = (await courtsAt(server, hour)).find((court) => court.court_id === wanted)?.court_name ?? '';
    expect((await hold(server, rival, hour, wanted)).error).toBe(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(`${name} was taken just now. The others below are still yours to pick.`)).toBeVisible();
    await expect(page.getByRole('button', { name: new RegExp(`^${name}, .*taken$`) })).toBeDisabled();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(() => pathAndQuery(page)).not.toContain('court=');
    await checkScreen(page);

    await chooseFreeCourt(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('dialog', { name: 'Confirm your details' })).toBeVisible();
  },
);

test('Continue without a court asks for a court', ANY_SIZE, async ({ page, signedIn, pickHour }) => {
  requireToken(signedIn);
  await page.goto(courtSelection(await pickHour()));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("Don't Forget Your Court!")).toBeVisible();
  await expect(
    page.getByText('You need to pick a court before moving forward. Select one now and let the fun begin!'),
  ).toBeVisible();
  await checkScreen(page);
});

test('nine outdoor courts lie in three rows of three, the indoor ones apart', async ({ page, server, pickHour }) => {
  const hour = await pickHour({ venue: 3 });
  const courts = await courtsAt(server, hour);
  expect(courts.filter((court) => court.court_type === 'OUTDOOR')).toHaveLength(9);
  await page.goto(courtSelection(hour));
  const outdoor = page.getByRole('group', { name: /^Outdoor courts, \d of 9 free$/ }).getByRole('button');
  const indoor = page.getByRole('group', { name: /^Indoor courts, \d of 3 free$/ }).getByRole('button');
  await expect(outdoor).toHaveCount(9);
  await expect(indoor).toHaveCount(3);
  const places = await outdoor.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { x, y } = button.getBoundingClientRect();
      return { x: Math.round(x), y: Math.round(y) };
    }),
  );
  expect(new Set(places.map(({ x }) => x)).size, 'columns').toBe(3);
  expect(new Set(places.map(({ y }) => y)).size, 'rows').toBe(3);
  const beside = await indoor.first().evaluate((button) => button.getBoundingClientRect().x);
  expect(beside).toBeGreaterThan(Math.max(...places.map(({ x }) => x)));
  await checkScreen(page);
});

test('a court can be chosen by keyboard alone', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
  requireToken(signedIn);
  // Four of its eight courts are indoor, so at least two of the outdoor ones are free: the arrow moves within its
  // group.
  const hour = await pickHour({ venue: 1, atLeast: 6 });
  await page.goto(courtSelection(hour));
  const free = page.getByRole('button', { name: /, free, ₹/ });
  await expect(free.first()).toBeVisible();
  await free.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /, free, ₹/ }).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  const window = page.getByRole('dialog', { name: 'Confirm your details' });
  await expect(window).toBeVisible();
  const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
  await expect.poll(inside, { message: 'the window has the focus' }).toBe(true);
  for (let tab = 0; tab < 8; tab += 1) {
    await page.keyboard.press('Tab');
    // After its last control the focus may move to the browser's own controls, never to the page behind.
    const behind = await page.evaluate(
      () => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null,
    );
    expect(behind, 'the page behind has the focus').toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await expect
    .poll(async () => (await courtsAt(server, hour)).filter((court) => court.available === 'yes').length)
    .toBe(hour.free);
});

test(
  'a screen reader reads each court with its number, type, state and price',
  ANY_SIZE,
  async ({ page, server, player, pickHour }) => {
    const hour = await pickHour({ venue: 1, atLeast: 2 });
    const { court } = await book(server, player, hour);
    const free = (await courtsAt(server, hour)).find(({ available }) => available === 'yes');
    await page.goto(courtSelection(hour, { court: String(free?.court_id) }));
    await expect(page.getByRole('button', { name: new RegExp(`^${court}, .*, taken$`) })).toBeVisible();
    await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
    // Another test may hold or release a court of this hour, which the page shows as well.
    await expect(async () => {
      const courts = await courtsAt(server, hour);
      for (const type of ['OUTDOOR', 'INDOOR']) {
        const own = courts.filter(({ court_type }) => court_type === type);
        const left = own.filter(({ available }) => available === 'yes').length;
        const word = type === 'OUTDOOR' ? 'Outdoor' : 'Indoor';
        const lines = own.map(({ court_id, court_name, available, price }) => {
          const chosen = court_id === free?.court_id;
          const state = chosen ? 'selected' : available === 'yes' ? 'free' : 'taken';
          const name = [court_name, word.toLowerCase(), state, ...(state === 'taken' ? [] : [rupees(price)])].join(
            ', ',
          );
          return `  - button "${name}"${state === 'taken' ? ' [disabled]' : ''}${chosen ? ' [pressed]' : ''}`;
        });
        await expect(page.getByRole('group', { name: new RegExp(`^${word} courts`) })).toMatchAriaSnapshot(
          [
            `- group "${word} courts, ${left} of ${own.length} free":`,
            `  - heading "${word}" [level=2]`,
            '  - paragraph',
            ...lines,
          ].join('\n'),
          { timeout: 2_000 },
        );
      }
    }).toPass();
  },
);

test('an hour without a free court shows a message and leads back to the hours', ANY_SIZE, async ({ page, server }) => {
  const hour = await fullHour(server);
  expect(await freeCourts(server, hour)).toEqual([]);
  await page.goto(courtSelection(hour));
  await expect(page.getByText('Every court is taken at this hour.')).toBeVisible();
  await checkScreen(page);
  await page.getByRole('link', { name: 'Pick another hour' }).click();
  await openPeriodOf(page, hour.time);
  await expect(page.getByRole('button', { name: '8:00 PM, full' })).toBeDisabled();
  await checkScreen(page);
});
