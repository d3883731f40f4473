import type { Locator, Page, TestInfo } from '@playwright/test';
import { cellOf, type CourtHour, dayIn, Desk, type MadeBooking, slotOf } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { deskPanel } from './desk-panel';
import { centreOf, Steps, type Way } from './desk-steps';
import { SLOT_MINUTES, timeOf } from './hours';
import { OPEN_HOURS, skipUnless } from './open-hours';
import { newPlayer } from './player';
import { expect, test } from './screen';
import type { Server } from './server';

/*
 * The daily tasks of the desk with the most steps that each may take, by pointer, by touch and by keys (docs/DESK.md,
 * "Steps"). What a task needs is prepared through the API, and each begins at the board.
 */

const VENUE = 1;
/** The venue at which guests without a number walk in. */
const WALK_IN_VENUE = 2;
/** The longest time that a frequent task may take a person, in milliseconds. */
const MOST_MILLISECONDS = 10_000;

/** The pass of a new player who books an hour in the app and pays at the court. */
async function passOf(server: Server, date: string, hour: CourtHour): Promise<{ order: string; pass: string }> {
  const { token } = await newPlayer(server, 'Asha Patel');
  const body = { sport_id: 1, venue_id: VENUE, court_id: hour.court, date, time: timeOf(hour.minute) };
  const held = await server.post<{ orderid: string }>('/user/add_times', { token, body });
  const query = { orderid: held.orderid };
  await server.post('/user/confirmCashPayment', { token, query });
  const { pass_code } = await server.get<{ pass_code: string }>('/user/get_order_info', { token, query });
  return { order: held.orderid.replace('#', ''), pass: pass_code };
}

/** A place of its own among the free hours of a task's day, for each way and try. */
function placeOf(way: Way, { retry }: TestInfo): number {
  return 4 * ['pointer', 'touch', 'keys'].indexOf(way) + 12 * retry;
}

/** How many days ahead the bookings of a task are: each task has a number, so that no two tasks share a day. */
const daysAhead = (task: number) => 5 + task;

for (const way of ['pointer', 'touch', 'keys'] as const) {
  test.describe(`by ${way}`, () => {
    test.use(
      way === 'touch'
        ? { viewport: { width: 1024, height: 768 }, hasTouch: true }
        : { viewport: { width: 1440, height: 900 } },
    );
    test.skip(({ isMobile }) => isMobile, 'needs the board of a counter screen; a phone shows a list');

    /** Presses something on the screen with a finger or the mouse. */
    const press = (steps: Steps, target: Locator) => (way === 'touch' ? steps.tap(target) : steps.click(target));

    async function openDesk(page: Page, baseURL: string | undefined, venue = VENUE): Promise<Desk> {
      return new Desk(page, await signInAsOwner(page.context(), baseURL), venue);
    }

    /** Books an hour of a later day whose next hour is free, and opens the board with it. */
    async function bookAndShow(
      desk: Desk,
      page: Page,
      server: Server,
      task: number,
      info: TestInfo,
    ): Promise<MadeBooking> {
      const day = await dayIn(server, daysAhead(task));
      const hour = (await desk.freeHours(day, true))[placeOf(way, info)];
      if (hour === undefined) throw new Error('too few hours are free');
      const made = await desk.book(day, hour);
      await page.goto(desk.boardUrl(day, hour.minute));
      await expect(cellOf(page, made)).toBeVisible();
      await cellOf(page, made).scrollIntoViewIfNeeded();
      return made;
    }

    /** Opens a cell; by keys with one Enter, because the cell has the focus as the board's tab stop. */
    async function openCell(steps: Steps, cell: Locator): Promise<void> {
      if (way === 'keys') {
        await cell.focus();
        await steps.press('Enter');
      } else await press(steps, cell);
    }

    test('a caller whom the desk knows is booked in 3 steps', async ({ page, server, baseURL }, info) => {
      const desk = await openDesk(page, baseURL);
      const day = await dayIn(server, daysAhead(1));
      const place = placeOf(way, info);
      const hours = await desk.freeHours(day);
      const [known, wanted] = [hours[place], hours[place + 1]];
      if (known === undefined || wanted === undefined) throw new Error('too few hours are free');
      const phone = await desk.phoneOfOwnTail();
      await desk.book(day, known, 'Rohan Mehta', phone);
      await page.goto(desk.boardUrl(day, wanted.minute));
      await expect(slotOf(page, wanted)).toBeVisible();
      await slotOf(page, wanted).scrollIntoViewIfNeeded();

      const steps = await Steps.begin(page);
      await openCell(steps, slotOf(page, wanted));
      await steps.see(page.getByRole('combobox', { name: 'Phone or name' }));
      await expect(page.getByRole('combobox', { name: 'Phone or name' })).toBeFocused();
      await steps.type(phone.slice(-5));
      const book = page.getByRole('button', { name: /^Book for Rohan Mehta/ });
      await steps.see(book);
      if (way === 'keys') await steps.press('Enter');
      else await press(steps, book);
      await steps.see(page.getByText(/^Booked for Rohan Mehta/));
      expect(steps.count).toBeLessThanOrEqual(3);
      expect(steps.milliseconds).toBeLessThanOrEqual(MOST_MILLISECONDS);
      const { bookings } = await desk.board(day);
      expect(bookings.some(({ court, minute }) => court === wanted.court && minute === wanted.minute)).toBe(true);
    });

    test(
      'a walk-in is booked, has paid in cash and is in after 4 steps',
      OPEN_HOURS,
      async ({ page, server, baseURL }) => {
        const desk = await openDesk(page, baseURL);
        const running = await desk.runningHour(server);
        skipUnless(running !== undefined, 'no court is free in an hour that runs');
        if (running === undefined) return;
        const day = await dayIn(server, daysAhead(2));
        const [known] = await desk.freeHours(day);
        if (known === undefined) throw new Error('no hour is free to make a player known');
        const phone = await desk.phoneOfOwnTail();
        await desk.book(day, known, 'Rohan Mehta', phone);
        await desk.openShift();
        await page.goto(desk.boardUrl(running.day));
        const walkIn = page.getByRole('button', { name: /^Walk-in/ });
        await expect(walkIn).toBeVisible();
        await page.locator('[role="gridcell"] [tabindex="0"], [role="gridcell"][tabindex="0"]').first().focus();

        const steps = await Steps.begin(page);
        if (way === 'keys') await steps.press('w');
        else await press(steps, walkIn);
        await steps.see(page.getByRole('combobox', { name: 'Phone or name' }));
        await expect(page.getByRole('combobox', { name: 'Phone or name' })).toBeFocused();
        await steps.type(phone.slice(-5));
        await steps.see(page.getByRole('option', { name: /Rohan Mehta/ }));
        if (way === 'keys') await steps.press('c');
        else await press(steps, page.locator('label', { hasText: /^Cash$/ }));
        const submit = page.getByRole('button', { name: /^Book.*Rohan Mehta/ });
        await steps.see(submit);
        if (way === 'keys') await steps.press('Enter');
        else await press(steps, submit);
        await steps.see(page.getByText(/ taken, receipt /));
        expect(steps.count).toBeLessThanOrEqual(4);
        expect(steps.milliseconds).toBeLessThanOrEqual(MOST_MILLISECONDS);
        const order = new URL(page.url()).searchParams.get('open') ?? '';
        expect(await desk.booking(order)).toMatchObject({ attendance: 'arrived', due_paise: 0 });
      },
    );

    test(
      'a walk-in without a number is booked, has paid in cash and is in after 3 steps',
      OPEN_HOURS,
      async ({ page, server, baseURL }) => {
        // Another venue than that of walk-ins with a number: few courts are free in an hour that runs.
        const desk = await openDesk(page, baseURL, WALK_IN_VENUE);
        const running = await desk.runningHour(server);
        skipUnless(running !== undefined, 'no court is free in an hour that runs');
        if (running === undefined) return;
        await desk.openShift();
        await page.goto(desk.boardUrl(running.day));
        const walkIn = page.getByRole('button', { name: /^Walk-in/ });
        await expect(walkIn).toBeVisible();
        await page.locator('[role="gridcell"] [tabindex="0"], [role="gridcell"][tabindex="0"]').first().focus();

        const steps = await Steps.begin(page);
        if (way === 'keys') await steps.press('w');
        else await press(steps, walkIn);
        const field = page.getByRole('combobox', { name: 'Phone or name' });
        await steps.see(field);
        await expect(field).toBeFocused();
        if (way === 'keys') await steps.press('c');
        else await press(steps, page.locator('label', { hasText: /^Cash$/ }));
        const submit = page.getByRole('button', { name: /^Book for Guest and take / });
        await steps.see(submit);
        if (way === 'keys') await steps.press('Enter');
        else await press(steps, submit);
        await steps.see(page.getByText(/ taken, receipt /));
        expect(steps.count).toBeLessThanOrEqual(3);
        expect(steps.milliseconds).toBeLessThanOrEqual(MOST_MILLISECONDS);
        const order = new URL(page.url()).searchParams.get('open') ?? '';
        const booking = await desk.booking(order);
        expect(booking).toMatchObject({ attendance: 'arrived', due_paise: 0, player: { phone: null } });
      },
    );

    test('a booking is found by its phone in 2 steps', async ({ page, server, baseURL }, info) => {
      const desk = await openDesk(page, baseURL);
      const made = await bookAndShow(desk, page, server, 3, info);
      await page.goto(desk.boardUrl(await dayIn(server, 0)));
      await expect(page.getByRole('button', { name: 'Search a booking or player' })).toBeVisible();

      const steps = await Steps.begin(page);
      const digits = made.phone.slice(-6);
      if (way === 'keys') {
        await steps.type(digits);
        await steps.press('Enter');
      } else {
        await steps.fill(way, page.getByRole('button', { name: 'Search a booking or player' }), digits);
        const hit = page.getByRole('option').filter({ hasText: 'Rohan Mehta' }).first();
        await steps.see(hit);
        await press(steps, hit);
      }
      await steps.see(deskPanel(page, 'Booking').getByRole('heading', { level: 3, name: 'Rohan Mehta' }));
      expect(steps.count).toBeLessThanOrEqual(2);
      expect(steps.milliseconds).toBeLessThanOrEqual(MOST_MILLISECONDS);
      expect(page.url()).toContain(`open=${made.order}`);
    });

    test(
      'a pass that is scanned on the board checks its players in: 1 step',
      OPEN_HOURS,
      async ({ page, server, baseURL }, info) => {
        const desk = await openDesk(page, baseURL);
        const soon = await desk.soonHour(server, placeOf(way, info) / 4);
        skipUnless(soon !== undefined, 'no free hour begins soon');
        if (soon === undefined) return;
        const shown = await passOf(server, soon.day, soon.hour);
        await desk.payByCard(shown.order);
        await page.goto(desk.boardUrl(soon.day));
        await expect(page.getByRole('grid')).toBeVisible();

        const steps = await Steps.begin(page);
        await steps.scan(shown.pass);
        const result = page.getByRole('region', { name: 'The pass that was read last' });
        await steps.see(result.getByText('Checked in'));
        expect(steps.count).toBe(1);
        expect(steps.milliseconds).toBeLessThanOrEqual(MOST_MILLISECONDS);
        expect(await desk.booking(shown.order)).toMatchObject({ attendance: 'arrived' });
      },
    );

    test('a missed game is marked in 2 steps', OPEN_HOURS, async ({ page, server, baseURL }, info) => {
      // A venue for each way: few courts are free in an hour that runs.
      const desk = await openDesk(page, baseURL, 1 + ['pointer', 'touch', 'keys'].indexOf(way));
      const day = await dayIn(server, 0);
      // From the last court on, because walk-ins are given the first.
      const running = await desk.runningHour(server, -1 - info.retry);
      skipUnless(running !== undefined, 'no court is free in an hour that runs');
      if (running === undefined) return;
      const chosen = await desk.book(day, running.hour);
      const cell = page.locator(`[data-orders~="${chosen.order}"]`);
      await page.goto(desk.boardUrl(day, chosen.minute));
      await cell.scrollIntoViewIfNeeded();

      const steps = await Steps.begin(page);
      await openCell(steps, cell);
      const absent = deskPanel(page, 'Booking').getByRole('button', { name: /^Not here/ });
      await expect(absent).toBeVisible();
      if (way === 'keys') await steps.press('n');
      else await press(steps, absent);
      await expect(page.getByText(/ is marked as not here\.$/)).toBeVisible();
      expect(steps.count).toBeLessThanOrEqual(2);
      expect(await desk.booking(chosen.order)).toMatchObject({ attendance: 'absent' });
    });

    test('a booking is moved by one drag, or by three keys', async ({ page, server, baseURL }, info) => {
      const desk = await openDesk(page, baseURL);
      const made = await bookAndShow(desk, page, server, 6, info);
      const target = slotOf(page, { ...made, minute: made.minute + SLOT_MINUTES });
      const [from, to] = [await centreOf(cellOf(page, made)), await centreOf(target)];
      const steps = await Steps.begin(page);
      if (way === 'pointer') await steps.drag(from, to, /· \+₹0$/);
      else if (way === 'touch') {
        await steps.dragByFinger(await page.context().newCDPSession(page), from, to, /· \+₹0$/);
      } else {
        await cellOf(page, made).focus();
        await steps.press('m');
        await expect(page.getByText(/^Moving Rohan Mehta from /)).toBeVisible();
        await steps.press('ArrowRight');
        await steps.press('Enter');
      }
      await expect(page.getByText(/^Rohan Mehta is moved to /)).toBeVisible();
      expect(steps.count).toBeLessThanOrEqual(way === 'keys' ? 3 : 1);
      expect((await desk.booking(made.order)).minute).toBe(made.minute + SLOT_MINUTES);
    });

    test('a booking is an hour longer by one drag of its edge, or by two keys', async ({
      page,
      server,
      baseURL,
    }, info) => {
      const desk = await openDesk(page, baseURL);
      const made = await bookAndShow(desk, page, server, 7, info);
      const { right, y } = await centreOf(cellOf(page, made));
      const to = await centreOf(slotOf(page, { ...made, minute: made.minute + SLOT_MINUTES }));
      const edge = { x: right - 5, y };
      const steps = await Steps.begin(page);
      if (way === 'pointer') await steps.drag(edge, to, /^Add \d+ [AP]M, ₹/);
      else if (way === 'touch') {
        await steps.dragByFinger(await page.context().newCDPSession(page), edge, to, /^Add \d+ [AP]M, ₹/);
      } else {
        await cellOf(page, made).focus();
        await steps.press('e');
        await expect(page.getByRole('button', { name: /^Add \d+ [AP]M, ₹/ })).toBeFocused();
        await steps.press('Enter');
      }
      await expect(page.getByText(/ is added for Rohan Mehta\.$/)).toBeVisible();
      expect(steps.count).toBeLessThanOrEqual(way === 'keys' ? 2 : 1);
      const { bookings } = await desk.board(made.day);
      expect(bookings.some(({ court, minute }) => court === made.court && minute === made.minute + SLOT_MINUTES)).toBe(
        true,
      );
    });

    test('a booking is cancelled by the policy in 3 steps', async ({ page, server, baseURL }, info) => {
      const desk = await openDesk(page, baseURL);
      const made = await bookAndShow(desk, page, server, 9, info);
      const panel = deskPanel(page, 'Booking');
      const steps = await Steps.begin(page);
      await openCell(steps, cellOf(page, made));
      const cancel = panel.getByRole('button', { name: /^Cancel booking/ });
      await expect(cancel).toBeVisible();
      if (way === 'keys') await steps.press('x');
      else await press(steps, cancel);
      await expect(panel.getByText(/Nothing was paid/)).toBeVisible();
      if (way === 'keys') await steps.press('Enter');
      else await press(steps, panel.getByRole('button', { name: 'Cancel booking', exact: true }));
      await expect(page.getByText('The booking of Rohan Mehta is cancelled.')).toBeVisible();
      expect(steps.count).toBeLessThanOrEqual(3);
      expect(await desk.booking(made.order)).toMatchObject({ status: 'cancelled' });
    });

    test('the takings of today are 1 step away', async ({ page, server, baseURL }) => {
      const desk = await openDesk(page, baseURL);
      await page.goto(desk.boardUrl(await dayIn(server, 0)));
      const money = page.getByRole('link', { name: 'Money' });
      await expect(money).toBeVisible();
      const steps = await Steps.begin(page);
      if (way === 'keys') await steps.press('g', 'm');
      else await press(steps, money);
      await expect(page.getByRole('heading', { level: 1, name: /^Money/ })).toBeAttached();
      expect(steps.count).toBe(1);
    });

    test('a booking is marked as paid in 2 steps', async ({ page, server, baseURL }, info) => {
      const desk = await openDesk(page, baseURL);
      await desk.openShift();
      const made = await bookAndShow(desk, page, server, 10, info);
      const take = deskPanel(page, 'Booking').getByRole('button', { name: /^Take ₹[\d,]+ in cash/ });
      const steps = await Steps.begin(page);
      await openCell(steps, cellOf(page, made));
      await steps.see(take);
      if (way === 'keys') await steps.press('Enter');
      else await press(steps, take);
      await steps.see(page.getByText(/ taken, receipt /));
      expect(steps.count).toBeLessThanOrEqual(2);
      expect(steps.milliseconds).toBeLessThanOrEqual(MOST_MILLISECONDS);
      expect(await desk.booking(made.order)).toMatchObject({ due_paise: 0 });
    });
  });
}
