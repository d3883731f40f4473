import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { codeOf } from './authenticator';
import { deskAddress } from './desk-address';
import { dayIn, Desk } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { deskPanel } from './desk-panel';
import { OPEN_HOURS, skipUnless } from './open-hours';
import { checkScreen, checkWidth, expect, test } from './screen';

test(
  'a clerk checks a player in, another screen shows it, and it can be taken back',
  OPEN_HOURS,
  async ({ page, context, server, baseURL }) => {
    const desk = new Desk(page, await signInAsOwner(context, baseURL), 1);
    // A booking of its own, because tests beside this one check other players in.
    const name = 'Nisha Dalal';
    const { day, hours } = await desk.soonHours(server);
    const order = await desk.bookEarliest(day, hours, name);
    // The run may pretend that it is the middle of the night.
    skipUnless(order !== undefined, 'no game begins soon');
    const address = `${desk.address}/desk/v/1/board?day=${day}&open=${order}`;
    await page.goto(address);
    const panel = deskPanel(page, 'Booking');
    await expect(panel.getByText(name)).toBeVisible();
    await checkScreen(page);

    const colleague = await context.newPage();
    await colleague.goto(address);
    const theirs = deskPanel(colleague, 'Booking');
    await expect(theirs.getByText(name)).toBeVisible();

    await panel.getByRole('button', { name: /^Check in/ }).click();
    await expect(page.getByText(new RegExp(`^${name} \\(.+\\) is checked in\\.$`))).toBeVisible();
    await expect(theirs.getByText(/Here since/)).toBeVisible();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText(new RegExp(`^The mark of ${name} \\(.+\\) is taken back\\.$`))).toBeVisible();
    await expect(theirs.getByRole('button', { name: /^Check in/ })).toBeVisible();
    await colleague.close();
  },
);

test(
  'a board begins with one request of the person and one of the board',
  ANY_SIZE,
  async ({ page, context, baseURL }) => {
    const desk = await signInAsOwner(context, baseURL);
    let requested: string[] = [];
    let isFollowing = false;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Later requests are those of changes, which tests beside this one make.
      isFollowing ||= pathname.endsWith('/events');
      if (!isFollowing && /^\/api\/desk\/(me|venues\/1\/board)$/.test(pathname)) requested.push(pathname);
    });
    // The first visit stores the venue and its clock, by which the others know the board before the code is loaded.
    for (const address of ['/desk/v/1/board', '/desk/v/1/board', '/desk']) {
      // The page before may still request its board after a change.
      await page.goto('about:blank');
      requested = [];
      isFollowing = false;
      await page.goto(desk + address);
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      expect(requested).toEqual(['/api/desk/me', '/api/desk/venues/1/board']);
      // The desk's modules run only once the page has been parsed: the script in the page has requested it.
      const askedBeforeCode = await page.evaluate(() => {
        const files = performance.getEntriesByType('resource').map(({ name }) => name);
        if (files.some((file) => file.includes('/assets/boot-')))
          throw new Error('the script is a file, not in the page');
        const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const [person] = performance.getEntriesByName(new URL('/api/desk/me', location.href).href);
        return visit !== undefined && person !== undefined && person.startTime < visit.domInteractive;
      });
      expect(askedBeforeCode).toBe(true);
    }
  },
);

test.describe(() => {
  // The link of each screen size signs in once, so a retry would have no link.
  test.describe.configure({ retries: 0 });

  test('a link signs in once and leads to the board; a used one is refused', async ({
    page,
    baseURL,
    allowConsoleErrors,
  }, { project }) => {
    allowConsoleErrors(/401/);
    const link = process.env['DESK_LINKS']?.split(' ')[project.name === 'phone' ? 0 : 1];
    const address = `${deskAddress(baseURL)}/desk/join#${link}`;
    await page.goto(address);
    await expect(page).toHaveURL(/\/desk\/v\/1\/board/);
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('grid')).first()).toBeVisible();
    expect(page.url()).not.toContain('sl_');
    await page.goto(`${deskAddress(baseURL)}/desk/set-up/keys`);
    await checkScreen(page);

    // The same person sets up an authenticator app and signs in with it from then on.
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? '';
    const step = Math.floor((await page.evaluate(() => Date.now())) / 30_000);
    await page.getByLabel('Code of the app').fill(codeOf(secret, step));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('The authenticator app is set up.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await expect(page).toHaveURL(/\/desk\/sign-in/);
    await checkScreen(page);
    await page.getByLabel('Mobile number').fill(project.name === 'phone' ? '98250 41737' : '98250 41738');
    // Setting up the app used the code of the first time step, and a code works once.
    await page.getByLabel('Code of the app').fill(codeOf(secret, step + 1));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/desk\/v\/1\/board/);

    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByText('The link did not work')).toBeVisible();
  });
});

test(
  'a board that was a list on a narrow screen becomes a grid at the same hour',
  ANY_SIZE,
  async ({ page, context, server, baseURL }) => {
    const desk = await signInAsOwner(context, baseURL);
    const day = new Date((await server.now()) + 7 * 86_400_000).toISOString().slice(0, 10);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${desk}/desk/v/1/board?day=${day}&hour=${20 * 60}`);
    await expect(page.getByRole('heading', { name: /^8 PM/ })).toBeVisible();
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(page.getByRole('columnheader', { name: /^8 PM/ })).toBeInViewport();
    await expect(page.getByRole('columnheader', { name: /^6 AM/ })).not.toBeInViewport();
  },
);

/** How far the head of the board reaches beyond its right edge, in pixels; beside it may be the panel, which would cover it. */
const beyondHead = (page: Page) =>
  page.locator('[data-board] h1 + div').evaluate((head) => {
    const ends = [...head.children].map((child) => child.getBoundingClientRect().right);
    return Math.max(0, Math.round(Math.max(...ends) - head.getBoundingClientRect().right));
  });

test('the head of the board fits widths of 640 to 1440 pixels in every language, also beside the panel', async ({
  page,
  context,
  baseURL,
}, info) => {
  test.skip(info.project.name !== 'desktop', 'the test sets the width, and only a desktop shows the key hints');
  const desk = await signInAsOwner(context, baseURL);
  for (const language of ['en', 'hi', 'gu', 'mr']) {
    for (const [panel, widths] of [
      ['', [640, 700, 767, 768, 834, 959, 960, 1024, 1279]],
      ['?mode=rain', [1280, 1366, 1439, 1440]],
    ] as const) {
      await page.goto(`${desk}/desk/v/1/board${panel}`);
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await page.reload();
      await expect(page.getByRole('grid')).toBeVisible();
      await expect(page.getByRole('complementary')).toHaveCount(panel === '' ? 0 : 1);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 1024 });
        const message = `pixels beyond the head at ${width} pixels in ${language}`;
        await expect.poll(() => beyondHead(page), { message }).toBe(0);
        await checkWidth(page);
      }
    }
  }
});

test(
  'the printed day fits a narrow window, and only its sheets scroll sideways, by keys too',
  ANY_SIZE,
  async ({ page, context, server, baseURL }) => {
    const desk = await signInAsOwner(context, baseURL);
    await page.setViewportSize({ width: 360, height: 780 });
    // The sample players of yesterday came, which the sheet says in words for screen readers only.
    const yesterday = await dayIn(server, -1);
    await page.goto(`${desk}/desk/v/1/print?day=${yesterday}`);
    await expect(page.getByRole('region', { name: /^Sheet 1/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeInViewport({ ratio: 1 });
    await checkScreen(page);
    const sheets = page.getByRole('group', { name: /^.+, .+ \d/ });
    await sheets.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => sheets.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await checkWidth(page);
  },
);
