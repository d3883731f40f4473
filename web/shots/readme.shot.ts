import { book, freeCourts, requireToken } from '../e2e/player';
import { courtSelection, openPeriodOf } from '../e2e/screen';
import { expect, test } from './fixtures';

// The pictures of the players' screens in README, as a window shows them; docs/TESTING.md says how they get into docs/img.
const PHONE = { window: true, widths: [360], height: 830 };
const LAPTOP = { window: true, widths: [1280], height: 820 };
const SEVEN = { venue: 1, date: '2026-11-22', time: '7:00 PM', free: 3 };
/** The venue with eight courts outdoors and four indoors. */
const TWELVE = { venue: 2, date: '2026-11-22', time: '6:00 PM', free: 7 };

test('home', async ({ page, shoot }) => {
  await page.goto('/');
  await expect(page.getByText(/courts free/).first()).toBeVisible();
  await shoot('readme', 'home', PHONE);
  await shoot('readme', 'home', LAPTOP);
});

test('an hour', async ({ page, shoot }) => {
  await page.goto(`/time-date-selection?venue=1&sport=1&date=${SEVEN.date}`);
  await openPeriodOf(page, SEVEN.time);
  await page.getByRole('button', { name: /^7:00 PM/ }).click();
  await expect(page.getByRole('button', { name: 'Continue · Sun 22, 7:00 PM' }).first()).toBeVisible();
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  await shoot('readme', 'time', PHONE);
});

test('a court', async ({ page, server, shoot }) => {
  await page.goto(courtSelection(SEVEN, { court: String((await freeCourts(server, SEVEN))[0]) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  await shoot('readme', 'court', PHONE);
  await page.goto(courtSelection(TWELVE, { court: String((await freeCourts(server, TWELVE))[1]) }));
  await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
  await shoot('readme', 'twelve', LAPTOP);
});

test('tonight', async ({ page, shoot }) => {
  await page.goto('/location');
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(page.getByText(/courts free/).first()).toBeVisible();
  await shoot('readme', 'tonight', LAPTOP);
});

test('the history', async ({ page, asha, shoot }) => {
  requireToken(asha);
  await page.goto('/your-profile/booking-history');
  await expect(page.getByRole('link', { name: /COMPLETED/ }).first()).toBeVisible();
  await shoot('readme', 'history', LAPTOP);
});

test('a pass', async ({ page, server, newcomer, shoot }) => {
  const { orderid } = await book(server, newcomer, { ...TWELVE, date: '2026-11-29' });
  await page.goto(`/booking-confirmation?orderId=${orderid}`);
  await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
  await expect(page.getByRole('img', { name: /code/i }).first()).toBeVisible();
  await shoot('readme', 'pass', PHONE);
});
