import { chipDay, dayForScreenReaders } from '../src/lib/dates';
import { rupees } from '../src/lib/money';
import { ANY_SIZE } from './any-size';
import { hoursOf } from './hours';
import { courtsAt, freeCourts, hold, newPlayer } from './player';
import { checkScreen, courtSelection, expect, openPeriodOf, pathAndQuery, test } from './screen';

test('the dates have a visible focus while arrow keys move over them', ANY_SIZE, async ({ page, pickHour }) => {
  const hour = await pickHour();
  await page.goto(`/time-date-selection?venue=${hour.venue}&sport=1&date=${hour.date}`);
  const dates = page.getByRole('group', { name: 'Dates' });
  await dates.getByRole('button', { pressed: true }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Home']) {
    await page.keyboard.press(key);
    const focused = dates.locator('button:focus');
    await expect(focused).toHaveAttribute('aria-pressed', 'false');
    const ring = await focused.evaluate((button) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(button);
      return `${outlineStyle} ${outlineWidth}`;
    });
    expect(ring, `after ${key}`).toBe('solid 3px');
  }
});

test('the chosen date is in the middle of the row of dates on a wide screen', ANY_SIZE, async ({ page, server }) => {
  await page.setViewportSize({ width: 2560, height: 1000 });
  // The dates before and after it do not fit into the row.
  const middle = (await hoursOf(server, 1)).find(({ day }) => day >= 14);
  if (middle === undefined) throw new Error('no free hour after two weeks');
  await page.goto(`/time-date-selection?venue=1&sport=1&date=${middle.date}`);
  const dates = page.getByRole('group', { name: 'Dates' });
  const center = async (part: typeof dates) => {
    const box = await part.boundingBox();
    return box === null ? Number.NaN : box.x + box.width / 2;
  };
  const card = dates.getByRole('button', { pressed: true });
  const away = async () => Math.abs((await center(card)) - (await center(dates)));
  // A card and the space beside it: the row stops at whole cards.
  await expect.poll(away).toBeLessThanOrEqual(70);
});

test(
  'the open period stays when the date changes, and the chosen time does not',
  ANY_SIZE,
  async ({ page, server, pickHour }) => {
    const hour = await pickHour({ venue: 2 });
    const other = (await hoursOf(server, hour.venue)).find(
      ({ date, time, day }) => day > 1 && date !== hour.date && /^[6-9]:.*PM$/.test(time),
    );
    const evening = (await hoursOf(server, hour.venue)).find(
      ({ date, time, day }) => day > 1 && date !== other?.date && /^[6-9]:.*PM$/.test(time),
    );
    if (other === undefined || evening === undefined) throw new Error('no free evening hours');
    await page.goto(`/time-date-selection?venue=${hour.venue}&sport=1&date=${evening.date}`);
    await openPeriodOf(page, evening.time);
    // Measured from the top of the page, because a click may scroll it.
    const top = () =>
      page.getByRole('button', { name: /^Evening/ }).evaluate((button) => {
        return Math.round(button.getBoundingClientRect().y + window.scrollY);
      });
    const before = await top();
    await page.getByRole('button', { name: new RegExp(`^${evening.time}, (from )?₹`) }).click();
    await expect.poll(() => pathAndQuery(page)).toContain('time=');
    expect(await top(), 'a tap does not move the page').toBe(before);
    await page.getByRole('button', { name: new RegExp(`^(Today, )?${dayForScreenReaders(other.date)}, `) }).click();
    await expect.poll(() => pathAndQuery(page)).toContain(`date=${other.date}`);
    expect(pathAndQuery(page)).not.toContain('time=');
    await expect(page.getByRole('button', { name: /^Evening/ })).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('button', { name: new RegExp(`^${other.time}, (from )?₹`) })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Continue/ })).toBeDisabled();
  },
);

test('the rows of outdoor and indoor courts stay aligned when one row is taken', async ({ page, server, pickHour }) => {
  const hour = await pickHour({ venue: 3, atLeast: 12 });
  const middle = (await courtsAt(server, hour)).filter(({ court_type }) => court_type === 'OUTDOOR').slice(3, 6);
  for (const { court_id } of middle) {
    expect((await hold(server, await newPlayer(server, 'Ravi Shah'), hour, court_id)).error).toBe(0);
  }
  await page.goto(courtSelection(hour));
  const outdoor = page.getByRole('group', { name: 'Outdoor courts, 6 of 9 free' }).getByRole('button');
  const indoor = page.getByRole('group', { name: /^Indoor courts/ }).getByRole('button');
  await expect(outdoor).toHaveCount(9);
  const tops = async (buttons: typeof outdoor) => [
    ...new Set(await buttons.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().y)))),
  ];
  const [first = 0, second = 0, third = 0] = await tops(outdoor);
  // Allows for rounding of half pixels.
  expect(Math.abs(third - second - (second - first)), 'rows are equally high').toBeLessThanOrEqual(1);
  const beside = await tops(indoor);
  for (const [at, top] of beside.entries()) {
    expect(
      Math.abs(top - ([first, second, third][at] ?? 0)),
      `the indoor row ${at + 1} is level with the outdoor one`,
    ).toBeLessThanOrEqual(1);
  }
});

test(
  'an hour that is over, closed or too far ahead is not shown as taken',
  ANY_SIZE,
  async ({ page, server, pickHour }) => {
    const { venue } = await pickHour();
    const day = (days: number, from: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(from + days * 86_400_000);
    const now = await server.now();
    for (const [date, time, text] of [
      [day(-1, now), '7:00 PM', 'is over'],
      [day(3, now), '3:00 AM', 'Closed on'],
      [day(60, now), '7:00 PM', 'is too far ahead'],
    ] as const) {
      await page.goto(courtSelection({ venue, date, time, free: 0 }, { court: '1' }));
      const reason = page.getByText(text);
      await expect(reason).toContainText(`${chipDay(date)}, ${time}`);
      await expect(page.getByText(/taken/i)).toBeHidden();
      await expect(page.getByRole('button', { name: /^Continue/ })).toBeHidden();
      await checkScreen(page);
    }
    await page.getByRole('link', { name: 'Pick another hour' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Date & time' })).toBeVisible();
    await expect(page.getByText('That day cannot be booked. Please pick another one.')).toBeVisible();
  },
);

test('a chosen value links to its step, and the hour stays chosen', ANY_SIZE, async ({ page, server, pickHour }) => {
  const hour = await pickHour();
  const [court = 0] = await freeCourts(server, hour);
  await page.goto(courtSelection(hour, { court: String(court) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  // Chips on a phone, the finished steps on larger screens.
  await page.getByRole('link', { name: `${chipDay(hour.date)}, ${hour.time}` }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${hour.time}, (from )?₹`) })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await checkScreen(page);
  await page.getByRole('button', { name: /^Continue/ }).click();
  await expect(page.getByRole('button', { name: /, selected, ₹/ }), 'the court is still chosen').toBeVisible();

  const venue = await server.get<{ venue: { venue_id: number; venue_name: string }[] }>('/getvenue');
  const name = venue.venue.find(({ venue_id }) => venue_id === hour.venue)?.venue_name ?? '';
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Location' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('date')).toBe(hour.date);
  expect(new URL(page.url()).searchParams.get('time')).toBe(hour.time);
  // Until the free courts of the hour are known, a venue leads to its hours.
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(card.getByText(/free/)).toBeVisible();
  await card
    .getByRole('button', { name: new RegExp(`${name}$`) })
    .last()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pick your court' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('time')).toBe(hour.time);
});

test(
  'a venue shows its lowest price if prices differ, and the button shows the price of the court',
  ANY_SIZE,
  async ({ page, server, pickHour }) => {
    const { venue: venues } = await server.get<{
      venue: { venue_id: number; venue_name: string; lowest_price: number; highest_price: number }[];
    }>('/getvenue');
    await page.goto('/location');
    for (const { venue_name, lowest_price, highest_price } of venues) {
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: venue_name }) });
      const text = lowest_price < highest_price ? `from ${rupees(lowest_price)}` : rupees(lowest_price);
      await expect(card.getByText(text, { exact: true })).toBeVisible();
    }
    await checkScreen(page);
    const hour = await pickHour();
    const { date: days } = await server.get<{
      date: { date: { date: string }; slots: { time: string; price: number; highest_price?: number }[] }[];
    }>('/gettimeslots', { query: { venue: hour.venue, sport: 1 } });
    const slot = days.find(({ date }) => date.date === hour.date)?.slots.find(({ time }) => time === hour.time);
    const courts = (await courtsAt(server, hour)).filter(({ available }) => available === 'yes');
    const [lowest, highest] = [Math.min(...courts.map((c) => c.price)), Math.max(...courts.map((c) => c.price))];
    expect([slot?.price, slot?.highest_price], 'the server returns the same').toEqual([
      lowest,
      highest > lowest ? highest : undefined,
    ]);
    await page.goto(courtSelection(hour, { court: String(courts[0]?.court_id) }));
    const { court_name = '', price = 0 } = courts[0] ?? {};
    await expect(
      page.getByRole('button', { name: `Continue: Hold ${court_name} · ${rupees(price)}`, exact: true }),
    ).toBeVisible();
  },
);
