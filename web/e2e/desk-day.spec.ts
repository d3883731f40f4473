import type { Page } from '@playwright/test';
import { dayIn, Desk } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { Steps } from './desk-steps';
import { addVenue, retire } from './own-venue';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/*
 * A day is closed only once, and a drawer is counted by other tests, so a test of the present day adds a venue. The server closed
 * yesterday when the demo started, unless the demo runs before 3 AM; each screen size corrects a game of another venue.
 */

interface Game {
  order: string;
  name: string;
  outcome: 'open' | 'played' | 'missed';
}

interface DayEnd {
  over_at: string;
  open: { shift: { id: string } | null };
  closed: { by: string | null; check: string; message: string | null } | null;
  games: Game[];
}

/** Calls about the end of a venue's day. */
class Day extends Desk {
  readonly day: string;

  constructor(page: Page, address: string, venue: number, day: string) {
    super(page, address, venue);
    this.day = day;
  }

  get screen(): string {
    return `${this.address}/desk/v/${this.venue}/day/${this.day}`;
  }

  async read(): Promise<DayEnd> {
    return this.get<DayEnd>(`/venues/${this.venue}/days/${this.day}`);
  }
}

/** Yesterday at a venue of the sample, another one for each screen size. */
async function openYesterday(
  page: Page,
  server: Server,
  { baseURL, isPhone }: { baseURL: string | undefined; isPhone: boolean },
): Promise<Day> {
  const address = await signInAsOwner(page.context(), baseURL);
  const me = await page.request.get(`${address}/api/desk/me`);
  const { venues } = (await me.json()) as { venues: { id: number }[] };
  const venue = venues.at(isPhone ? 2 : 1)?.id;
  if (venue === undefined) throw new Error('the sample has fewer than three venues');
  return new Day(page, address, venue, await dayIn(server, -1));
}

/** The present day of a venue that is added for the test, with an open drawer. Its one hour begins at `minute` of the day. */
async function addDay(page: Page, server: Server, baseURL: string | undefined, minute?: number): Promise<Day> {
  const { address, venue } = await addVenue(page, server, baseURL, minute);
  const day = new Day(page, address, venue, await dayIn(server, 0));
  await day.openShift();
  return day;
}

test.describe('the end of a day', () => {
  test('says what is open, and when the day closes by itself', async ({ page, server, baseURL }) => {
    const day = await addDay(page, server, baseURL);
    try {
      await page.goto(`${day.address}/desk/v/${day.venue}/money`);
      await page.getByRole('link', { name: 'End of day', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^Money ?: End of day/ })).toBeVisible();
      await expect(page.getByText(/^If it is not closed before, it closes by itself: .*3:00/)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Drawer' }).getByText(/is not counted$/)).toBeVisible();
      await checkScreen(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await checkScreen(page);
    } finally {
      await retire(page, day);
    }
  });

  test('a day that closed by itself has its message, and a game is corrected with a reason', async ({
    page,
    server,
    baseURL,
  }, { project }) => {
    const day = await openYesterday(page, server, { baseURL, isPhone: project.name === 'phone' });
    const { closed, games } = await day.read();
    const hour = new Date((await server.now()) + 5.5 * 3_600_000).getUTCHours();
    test.skip(hour < 3, 'yesterday is closed at 3 AM');
    expect(closed, 'the server closed yesterday').not.toBeNull();
    expect(closed?.by).toBeNull();
    expect(closed?.message).toMatch(/\nClosed by itself .* · check [0-9A-Z]{4}$/);
    await page.goto(day.screen);
    await expect(page.getByText(/· check [0-9A-Z]{4}/)).toBeVisible();
    const link = page.getByRole('link', { name: 'WhatsApp' });
    expect(await link.getAttribute('href')).toBe(`https://wa.me/?text=${encodeURIComponent(closed?.message ?? '')}`);
    await checkScreen(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await checkScreen(page);
    await page.emulateMedia({ colorScheme: 'light' });

    const game = games.find(({ outcome }) => outcome === 'played');
    if (game === undefined) throw new Error('yesterday has no played game');
    await page.getByText(/^All \d+ games of this day$|^The game of this day$/).click();
    await page
      .getByRole('button', { name: new RegExp(`^${game.name}, .*was not here after all$`) })
      .first()
      .click();
    await page.getByLabel('Why is it corrected?').fill('They called and said so');
    await checkScreen(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`The game of ${game.name} is corrected.`)).toBeVisible();
    const after = await day.read();
    expect(after.games.find(({ order }) => order === game.order)?.outcome).toBe('missed');
    expect(after.closed?.message, 'the message of the closed day stays the same').toBe(closed?.message);
  });

  test('a day on which nothing is open is closed in 2 steps from the money', async ({ page, server, baseURL }, {
    project,
  }) => {
    // A day can be closed once its last hour has begun: its only one is at midnight, so it has at any time of the run.
    const day = await addDay(page, server, baseURL, 0);
    try {
      const { over_at, open } = await day.read();
      expect(Date.parse(over_at), 'the last hour of the day has begun').toBeLessThanOrEqual(await server.now());
      await day.post(`/shifts/${open.shift?.id}/count`, { notes: [], coins: 0 });
      await page.goto(`${day.address}/desk/v/${day.venue}/money`);
      const tab = page.getByRole('link', { name: 'End of day', exact: true });
      await expect(tab).toBeVisible();
      const steps = await Steps.begin(page);
      const close = page.getByRole('button', { name: /^Close the day/ });
      if (project.name === 'phone') {
        await steps.tap(tab);
        await steps.see(close);
        await steps.tap(close);
      } else {
        await steps.press('d');
        await steps.see(close);
        await expect(page.getByRole('heading', { name: 'Nothing is open.' }).first()).toBeVisible();
        await steps.press('Enter');
      }
      await expect(page.getByText(/· check [0-9A-Z]{4}/)).toBeVisible();
      expect(steps.count).toBe(2);
      const after = await day.read();
      expect(after.closed?.message).toContain(`check ${after.closed?.check}`);
      expect(after.open.shift).toBeNull();
      await checkScreen(page);
    } finally {
      await retire(page, day);
    }
  });
});
