import type { Page } from '@playwright/test';
import { addDays } from '../src/lib/dates';
import { ANY_SIZE } from './any-size';
import { fullHour } from './hours';
import { checkScreen, expect, pathAndQuery, test } from './screen';
import type { Server } from './server';

interface VenueAtHour {
  venue_id: number;
  free: number;
  next: { date: string; time: string } | null;
}

/**
 * The venues at the hour in the last answer that the page itself received: other tests book, add and retire venues meanwhile, so
 * another answer may differ. They are in the order of their ids, so the sample's, which no test retires, come first.
 */
function lastAnswer(page: Page): () => VenueAtHour[] {
  let last: VenueAtHour[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== '/api/free_hours' || !response.ok()) return;
    response.json().then(
      ({ venues }: { venues: VenueAtHour[] }) =>
        (last = venues.toSorted((one, other) => one.venue_id - other.venue_id)),
      // The body of an answer is gone once its page was left.
      () => {},
    );
  });
  return () => last;
}

/** The venues of an answer that have a free court. */
const freeIn = (venues: readonly VenueAtHour[]) => venues.filter(({ free }) => free > 0);

/** What the search says about an answer. */
function resultOf(venues: readonly VenueAtHour[]): string {
  const free = freeIn(venues);
  return `${free.reduce((sum, venue) => sum + venue.free, 0)} courts free at ${free.length} venues.`;
}

async function nameOf(server: Server, venue: number | undefined): Promise<string> {
  const { venue: venues } = await server.get<{ venue: { venue_id: number; venue_name: string }[] }>('/getvenue');
  const name = venues.find(({ venue_id }) => venue_id === venue)?.venue_name;
  if (name === undefined) throw new Error(`there is no venue ${venue}`);
  return name;
}

test('the search shows which venues have a court at an hour, and a venue leads to its courts', async ({
  page,
  server,
}) => {
  const { date } = await fullHour(server);
  const answered = lastAnswer(page);
  await page.goto('/location');
  const search = page.getByRole('search', { name: 'Find a free hour' });
  await expect(search.getByRole('status'), 'no search runs before a day or an hour is chosen').toHaveCount(0);
  await search.getByLabel('Day').selectOption(date);
  await search.getByLabel('Hour').selectOption('8:00 PM');
  await expect(page).toHaveURL(`/location?date=${date}&time=8%3A00+PM`);
  const result = search.getByRole('status');
  const showsAnswer = async () => {
    await expect(result).toContainText('courts free at');
    expect(await result.textContent()).toContain(resultOf(answered()));
  };
  await expect(showsAnswer).toPass({ timeout: 20_000 });
  const free = freeIn(answered());
  expect(free.length, 'several venues of the sample have a free court').toBeGreaterThan(1);
  await expect(page.getByText('Full at 8:00 PM').first()).toBeVisible();
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  // A venue that another test has added may not be open at that hour.
  await expect(cards.last(), 'a venue without a free court comes last').toContainText(/(Full|Closed) at 8:00 PM/);
  await checkScreen(page);

  await page.reload();
  // The address keeps day and hour.
  await expect(showsAnswer).toPass({ timeout: 20_000 });
  const [first] = free;
  const name = await nameOf(server, first?.venue_id);
  await page.getByRole('button', { name: `Choose · 8:00 PM ${name}` }).click();
  await expect(page).toHaveURL(/^[^?]*\/court-selection\?/);
  expect(pathAndQuery(page)).toContain(`venue=${first?.venue_id}`);
  expect(pathAndQuery(page)).toContain(`date=${date}`);
  expect(pathAndQuery(page)).toContain('time=8%3A00+PM');

  await page.goBack();
  // Going back keeps day and hour too.
  await expect(showsAnswer).toPass({ timeout: 20_000 });
  await search.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/location');
  await expect(page.getByRole('button', { name: `Choose ${name}` })).toBeVisible();
});

test('a venue without a free court at the hour offers its nearest hour', ANY_SIZE, async ({ page, server }) => {
  const { date, venue } = await fullHour(server);
  const name = await nameOf(server, venue);
  const answered = lastAnswer(page);
  await page.goto(`/location?date=${date}&time=8:00+PM`);
  const choose = page.getByRole('button', { name: new RegExp(`^Choose · .*${name}$`) });
  await expect(choose).toBeVisible();
  // The page has shown an answer, so it has arrived here too or does so at once.
  await expect.poll(() => answered().find(({ venue_id }) => venue_id === venue)?.free).toBe(0);
  const full = answered().find(({ venue_id }) => venue_id === venue);
  await choose.click();
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
