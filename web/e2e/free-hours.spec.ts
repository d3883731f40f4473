import { addDays } from '../src/lib/dates';
import { ANY_SIZE } from './any-size';
import { fullHour } from './hours';
import type { Server } from './server';
import { checkScreen, expect, pathAndQuery, test } from './screen';

interface VenueAtHour {
  venue_id: number;
  free: number;
  next: { date: string; time: string } | null;
}

/** All venues at 8 PM of a day, as the server returns them, with their names. */
async function atEight(server: Server, date: string) {
  const { venues } = await server.get<{ venues: VenueAtHour[] }>('/free_hours', { query: { date, time: '8:00 PM' } });
  const { venue } = await server.get<{ venue: { venue_id: number; venue_name: string }[] }>('/getvenue');
  const names = new Map(venue.map(({ venue_id, venue_name }) => [venue_id, venue_name]));
  return venues.map(({ venue_id, free, next }) => ({ venue_id, free, next, name: names.get(venue_id) ?? '' }));
}

test('the search shows which venues have a court at an hour, and a venue leads to its courts', async ({
  page,
  server,
}) => {
  const { date } = await fullHour(server);
  const venues = await atEight(server, date);
  const free = venues.filter((venue) => venue.free > 0);
  const courts = free.reduce((sum, venue) => sum + venue.free, 0);
  expect(free.length, 'several venues of the sample have a free court').toBeGreaterThan(1);

  await page.goto('/location');
  const search = page.getByRole('search', { name: 'Find a free hour' });
  await expect(search.getByRole('status'), 'no search runs before a day or an hour is chosen').toHaveCount(0);
  await search.getByLabel('Day').selectOption(date);
  await search.getByLabel('Hour').selectOption('8:00 PM');
  await expect(page).toHaveURL(`/location?date=${date}&time=8%3A00+PM`);
  const result = search.getByRole('status');
  await expect(result).toContainText(`${courts} courts free at ${free.length} venues.`);
  await expect(page.getByText('Full at 8:00 PM')).toBeVisible();
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(cards.last(), 'a venue without a free court comes last').toContainText('Full at 8:00 PM');
  await checkScreen(page);

  await page.reload();
  await expect(result, 'the address keeps day and hour').toContainText(`${courts} courts free`);
  const [first] = free;
  await page.getByRole('button', { name: `Choose · 8:00 PM ${first?.name}` }).click();
  await expect(page).toHaveURL(/^[^?]*\/court-selection\?/);
  expect(pathAndQuery(page)).toContain(`venue=${first?.venue_id}`);
  expect(pathAndQuery(page)).toContain(`date=${date}`);
  expect(pathAndQuery(page)).toContain('time=8%3A00+PM');

  await page.goBack();
  await expect(result, 'going back keeps day and hour too').toContainText(`${courts} courts free`);
  await search.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/location');
  await expect(page.getByRole('button', { name: `Choose ${first?.name}` })).toBeVisible();
});

test('a venue without a free court at the hour offers its nearest hour', ANY_SIZE, async ({ page, server }) => {
  const { date } = await fullHour(server);
  const full = (await atEight(server, date)).find((venue) => venue.free === 0);
  await page.goto(`/location?date=${date}&time=8:00+PM`);
  await page.getByRole('button', { name: new RegExp(`^Choose · .*${full?.name}$`) }).click();
  await expect(page).toHaveURL(/\/court-selection\?/);
  const query = new URL(page.url()).searchParams;
  expect([query.get('venue'), query.get('date'), query.get('time')]).toEqual([
    String(full?.venue_id),
    full?.next?.date,
    full?.next?.time,
  ]);
});

test('the search is used by keyboard alone', ANY_SIZE, async ({ page }) => {
  await page.goto('/location');
  const search = page.getByRole('search', { name: 'Find a free hour' });
  // Late in the evening the first day is tomorrow.
  const first = await search.getByLabel('Day').inputValue();
  await search.getByLabel('Day').focus();
  await page.keyboard.press('ArrowDown');
  await expect(search.getByLabel('Day')).toHaveValue(addDays(first, 1));
  await expect(search.getByRole('status')).toContainText('free');
  await expect(search.getByLabel('Day'), 'the result does not take the focus').toBeFocused();
  await page.keyboard.press('Tab');
  await expect(search.getByLabel('Hour')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(search.getByRole('button', { name: 'Clear' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/location');
});

test(
  'a past day is reported, and a failed search can be tried again',
  ANY_SIZE,
  async ({ page, server, allowConsoleErrors }) => {
    allowConsoleErrors(/free_hours|ERR_FAILED|Failed to load resource/);
    await page.goto('/location?date=2026-01-05&time=7:00+PM');
    await expect(page.getByText('That day cannot be booked. Please pick another one.')).toBeVisible();
    await checkScreen(page);

    await page.route('**/api/free_hours*', (route) => route.abort());
    await page.goto(`/location?date=${(await fullHour(server)).date}&time=8:00+PM`);
    const search = page.getByRole('search', { name: 'Find a free hour' });
    await expect(search.getByText(/^We could not ask the venues/)).toBeVisible({ timeout: 20_000 });
    await checkScreen(page);
    await page.unroute('**/api/free_hours*');
    await search.getByRole('button', { name: 'Try again' }).click();
    await expect(search.getByRole('status')).toContainText('free');
  },
);
