import { ANY_SIZE } from './any-size';
import { pretendHistoryAt } from './clock';
import { type Hour, hoursOf, startOf } from './hours';
import { book, freeCourts } from './player';
import { checkScreen, expect, pathAndQuery, test } from './screen';
import type { Server } from './server';

const DAY_MILLISECONDS = 86_400_000;
const DAYS_OF_A_WEEK = 7;

/** The same hour a week later. */
function weekAfter(hour: Hour): Hour {
  const date = new Date(Date.parse(hour.date) + DAYS_OF_A_WEEK * DAY_MILLISECONDS).toISOString().slice(0, 10);
  return { ...hour, date };
}

/** An hour after the start of this hour: its game is over. */
function afterTheGame(hour: Hour): Date {
  return new Date(startOf(hour).getTime() + 60 * 60_000);
}

/** The latest hour that can also be booked a week later, with the court that `book` takes free in both weeks. */
async function hourToRepeat(server: Server): Promise<Hour> {
  const hours = (await hoursOf(server, 3)).filter(({ free, day }) => free >= 3 && day >= 2).toReversed();
  for (const hour of hours) {
    const later = hours.some(({ date, time }) => date === weekAfter(hour).date && time === hour.time);
    const [court = 0] = later ? await freeCourts(server, hour) : [];
    if (later && (await freeCourts(server, weekAfter(hour))).includes(court)) return hour;
  }
  throw new Error('no hour has the same court free a week later');
}

test(
  'one tap opens the same venue and hour of the next week, with the same court chosen',
  ANY_SIZE,
  async ({ page, server, signedIn }) => {
    const hour = await hourToRepeat(server);
    const { court } = await book(server, signedIn, hour);
    await page.goto('/your-profile/booking-history');
    await expect(page.getByText('CONFIRMED')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Book again' }), 'a future game cannot be booked again').toBeHidden();
    await pretendHistoryAt(page, afterTheGame(hour));
    await page.reload();
    await page.getByRole('button', { name: 'Book again' }).click();
    await expect(page).toHaveURL(/\/court-selection\?/);
    const query = new URL(page.url()).searchParams;
    const next = weekAfter(hour);
    expect([query.get('venue'), query.get('date'), query.get('time')]).toEqual(['3', next.date, next.time]);
    await expect(page.getByRole('button', { name: new RegExp(`^${court}, .*selected`) })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  },
);

test(
  'an hour beyond the bookable month is reported, and the nearest one is offered',
  ANY_SIZE,
  async ({ page, server, signedIn }) => {
    const hour = (await hoursOf(server, 2)).findLast(({ free }) => free >= 3);
    if (hour === undefined) throw new Error('the last days of the month are full');
    const order = await book(server, signedIn, hour);
    await pretendHistoryAt(page, afterTheGame(hour));
    await page.goto('/your-profile/booking-history');
    const again = page.getByRole('button', { name: `Book again at ${order.venue}, ${hour.time}` });
    await again.click();
    const dialog = page.getByRole('dialog', { name: 'A bit too early' });
    await expect(dialog.getByText(new RegExp(`too far ahead, so ${order.venue} cannot be booked`))).toBeVisible();
    await checkScreen(page);
    await page.keyboard.press('Escape');
    await expect(again, 'the focus returns to the button').toBeFocused();
    await again.press('Enter');
    const nearest = dialog.getByRole('button', { name: /, \d+:00 [AP]M$/ });
    await expect(nearest).toBeVisible();
    const offered = /\d+:00 [AP]M$/.exec((await nearest.textContent()) ?? '')?.[0] ?? '';
    await nearest.click();
    await expect(page).toHaveURL(/\/court-selection\?/);
    expect(pathAndQuery(page)).toContain('venue=2');
    const query = new URL(page.url()).searchParams;
    expect(query.get('time')).toBe(offered);
    expect(query.get('date'), 'the last day with a free hour').toBe((await hoursOf(server, 2)).at(-1)?.date);
  },
);
