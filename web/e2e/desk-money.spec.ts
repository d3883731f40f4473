import type { BrowserContext, Locator, Page } from '@playwright/test';
import { rupees } from '../src/lib/money';
import { ANY_SIZE } from './any-size';
import { deskAddress } from './desk-address';
import { type CourtHour, dayIn, Desk, type MadeBooking, venueOf } from './desk-api';
import { pairSharedDevice, type SharedDevice } from './desk-hand-over';
import { signInAsOwner } from './desk-owner';
import { Steps } from './desk-steps';
import { addVenue, retire } from './own-venue';
import { newPhone } from './player';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/*
 * A drawer has one open shift, so each screen size has a venue of its own, and its tests run one after another. Once
 * opened, a drawer is never again without a shift, so the test of the first float adds a venue; so does the test of a count,
 * because other files take cash at the venues of the sample. Nothing here depends on an hour of the day: the bookings are for
 * a later day.
 */

interface Drawer {
  shift: { id: string; expected_paise: number | null } | null;
}

interface DayMoney {
  payments: { id: string; void_reason: string | null; paid_for: { order: string } }[];
}

/** Calls about the money of a venue, whose bookings are on one day. */
class MoneyDesk extends Desk {
  readonly day: string;

  constructor(page: Page, address: string, venue: number, day: string) {
    super(page, address, venue);
    this.day = day;
  }

  /** A free hour and its price. */
  async freeHour(): Promise<CourtHour> {
    const [hour] = await this.freeHours(this.day);
    if (hour === undefined) throw new Error(`no hour of venue ${this.venue} is free on ${this.day}`);
    return hour;
  }

  /** Books a free hour for a new player who pays at the court. */
  async bookFor(name: string): Promise<MadeBooking> {
    return this.book(this.day, await this.freeHour(), name);
  }

  /** Takes what a booking owes in cash. */
  async payInCash({ order, price }: MadeBooking): Promise<void> {
    const { version } = await this.get<{ version: number }>(`/bookings/${order}`);
    const lines = [{ order, version, amount_paise: price }];
    await this.post(`/venues/${this.venue}/payments`, { tender: 'cash', lines, payer: null, reference: null });
  }

  async paymentsOf(order: string): Promise<DayMoney['payments']> {
    const { payments } = await this.get<DayMoney>(`/venues/${this.venue}/money`);
    return payments.filter(({ paid_for }) => paid_for.order === order);
  }

  async drawer(): Promise<Drawer> {
    return this.get<Drawer>(`/venues/${this.venue}/shift`);
  }

  /** The address of the board with this booking opened. */
  bookingUrl(order: string): string {
    return `${this.boardUrl(this.day)}&open=${order}`;
  }
}

async function openDesk(
  page: Page,
  context: BrowserContext,
  server: Server,
  baseURL: string | undefined,
  project: { name: string },
): Promise<MoneyDesk> {
  const address = deskAddress(baseURL);
  await signInAsOwner(context);
  const venue = await venueOf(page.request, address, project.name === 'phone' ? 1 : 2);
  const desk = new MoneyDesk(page, address, venue, await dayIn(server, 4));
  await desk.openShift();
  return desk;
}

/** The panel beside the board, or over it on a phone. */
function panel(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name });
}

const inRupees = (paise: number) => rupees(paise / 100);

/** The device of the tests that hand a shift over. */
let shared: SharedDevice | undefined;

test(
  'the panel asks for the float where no shift is open, and then takes the money',
  ANY_SIZE,
  async ({ page, server, baseURL, allowConsoleErrors }) => {
    // The server refuses a payment in cash as long as the float was not counted.
    allowConsoleErrors(/409/);
    const { address, venue } = await addVenue(page, server, baseURL);
    const desk = new MoneyDesk(page, address, venue, await dayIn(server, 4));
    const { order, price } = await desk.bookFor('Meera Shah');
    try {
      await page.goto(desk.bookingUrl(order));
      const booking = panel(page, 'Booking');
      const take = booking.getByRole('button', { name: `Take ${inRupees(price)} in cash` });
      await expect(take).toBeVisible();
      await checkScreen(page);
      await take.click();
      await expect(booking.getByText('Count the float first')).toBeVisible();
      expect((await desk.drawer()).shift).toBeNull();
      await booking.getByLabel('Notes of ₹500').fill('3');
      await booking.getByLabel('Coins, in rupees').fill('40');
      await checkScreen(page);
      await booking.getByRole('button', { name: 'Start with ₹1,540' }).click();
      await expect(page.getByText(new RegExp(`^${inRupees(price)} taken, receipt`))).toBeVisible();
      await expect(take).toBeHidden();
      const [payment, ...others] = await desk.paymentsOf(order);
      expect(others).toEqual([]);
      expect(payment?.void_reason).toBeNull();
      expect((await desk.drawer()).shift?.expected_paise).toBe(154_000 + price);
      const receipt = booking.getByRole('link', { name: `Receipt for ${inRupees(price)}` });
      const file = await page.request.get(`${desk.address}${await receipt.getAttribute('href')}`);
      expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
    } finally {
      await retire(page, desk, [order]);
    }
  },
);

test.describe('money at the counter', () => {
  test.describe.configure({ mode: 'serial' });

  test('a booking is marked as paid in two steps', async ({ page, context, server, baseURL }, { project }) => {
    const desk = await openDesk(page, context, server, baseURL, project);
    const { order, price } = await desk.bookFor('Kavya Iyer');
    await page.goto(desk.boardUrl(desk.day));
    const cell = page
      .locator(`[data-orders~="${order}"]`)
      .or(page.getByRole('button', { name: /Kavya Iyer/ }))
      .first();
    await expect(cell).toBeVisible();
    const steps = await Steps.begin(page);
    const take = panel(page, 'Booking').getByRole('button', { name: `Take ${inRupees(price)} in cash` });
    if (project.name === 'phone') {
      await steps.click(cell);
      await steps.click(take);
    } else {
      await cell.focus();
      await steps.press('Enter');
      await expect(take).toBeVisible();
      await steps.press('Enter');
    }
    await expect(page.getByText(new RegExp(`^${inRupees(price)} taken, receipt`))).toBeVisible();
    expect(steps.count).toBeLessThanOrEqual(2);
    expect(await desk.paymentsOf(order)).toHaveLength(1);
  });

  test(
    'a new player is booked and pays in cash by a number, a name and Enter twice',
    ANY_SIZE,
    async ({ page, context, server, baseURL }, { project }) => {
      const desk = await openDesk(page, context, server, baseURL, project);
      const { court, minute, price } = await desk.freeHour();
      await page.goto(`${desk.boardUrl(desk.day)}&book=${court}-${minute}`);
      const booking = panel(page, 'New booking');
      await expect(booking.getByText(/^Held for you for/)).toBeVisible();
      await booking.getByRole('combobox', { name: 'Phone or name' }).fill(newPhone());
      await booking.getByLabel('Name', { exact: true }).fill('Om Parmar');
      await page.keyboard.press('Enter');
      await expect(
        panel(page, 'Booking').getByRole('button', { name: `Take ${inRupees(price)} in cash` }),
      ).toBeVisible();
      // The focus is on the heading of the new booking.
      await page.keyboard.press('Enter');
      await expect(page.getByText(new RegExp(`^${inRupees(price)} taken, receipt`))).toBeVisible();
    },
  );

  test(
    'two taps are one payment, and it is voided with a reason',
    ANY_SIZE,
    async ({ page, context, server, baseURL }, { project }) => {
      const desk = await openDesk(page, context, server, baseURL, project);
      const { order, price } = await desk.bookFor('Ritu Agarwal');
      await page.goto(desk.bookingUrl(order));
      const booking = panel(page, 'Booking');
      await booking.getByRole('button', { name: `Take ${inRupees(price)} in cash` }).dblclick();
      const voids = booking.getByRole('button', { name: `Void the payment of ${inRupees(price)}` });
      await expect(voids).toBeVisible();
      expect(await desk.paymentsOf(order)).toHaveLength(1);

      await voids.click();
      await checkScreen(page);
      await booking.getByLabel('Why is it voided?').fill('Taken for another court');
      await page.keyboard.press('Enter');
      await expect(page.getByText(`The payment of ${inRupees(price)} is voided.`)).toBeVisible();
      await expect(booking.getByRole('button', { name: `Take ${inRupees(price)} in cash` })).toBeVisible();
      const [payment] = await desk.paymentsOf(order);
      expect(payment?.void_reason).toBe('Taken for another court');
    },
  );

  test('a drawer is counted blind, its difference is explained, and the float stays', async ({
    page,
    server,
    baseURL,
  }) => {
    const { address, venue } = await addVenue(page, server, baseURL);
    const desk = new MoneyDesk(page, address, venue, await dayIn(server, 4));
    await desk.openShift();
    const booked = await desk.bookFor('Kavya Iyer');
    try {
      await desk.payInCash(booked);
      await page.goto(`${desk.address}/desk/v/${desk.venue}/money`);
      await expect(page.getByRole('heading', { level: 1, name: /^Money/ })).toBeVisible();
      await expect(page.getByText('Kavya Iyer').first()).toBeVisible();
      await checkScreen(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await checkScreen(page);
      await page.emulateMedia({ colorScheme: 'light' });

      const { shift } = await desk.drawer();
      if (shift === null || shift.expected_paise === null) throw new Error('the owner sees no open shift');
      await page.getByRole('button', { name: /^Count/ }).click();
      const drawer = panel(page, 'Drawer');
      await expect(drawer.getByRole('heading', { name: 'Count the drawer' })).toBeFocused();
      await expect(drawer.getByText(/is missing|Had to be there/)).toBeHidden();
      // ₹100 less than expected.
      await drawer.getByLabel('Coins, in rupees').fill(String(shift.expected_paise / 100 - 100));
      await checkScreen(page);
      await page.keyboard.press('Enter');
      await expect(drawer.getByRole('heading', { name: '₹100 is missing.' })).toBeVisible();
      await checkScreen(page);
      await drawer.getByRole('button', { name: 'Close the shift' }).click();
      await expect(drawer.getByText('Say why it differs')).toBeVisible();
      await drawer.getByLabel('Why it differs').fill('Change given twice');
      await drawer.getByLabel('Into the safe, in rupees').fill('40');
      await drawer.getByRole('button', { name: 'Close the shift' }).click();
      await expect(page.getByText(/^The shift is closed: ₹40 into the safe/)).toBeVisible();

      await expect(page.getByText(/Change given twice/)).toBeVisible();
      await page.getByRole('button', { name: /^The count of .* is reviewed$/ }).click();
      await expect(page.getByText(/Reviewed by/)).toBeVisible();
      const after = await desk.drawer();
      expect(after.shift?.id).not.toBe(shift.id);
      expect(after.shift?.expected_paise).toBe(shift.expected_paise - 10_000 - 4_000);
      await checkScreen(page);
    } finally {
      await retire(page, desk, [booked.order]);
    }
  });

  // At the end of the file, because a venue has one open shift: no later test uses this drawer.
  for (const way of ['pointer', 'touch', 'keys'] as const) {
    test.describe(`by ${way}`, () => {
      test.use(way === 'touch' ? { viewport: { width: 1024, height: 768 }, hasTouch: true } : {});

      test('a shift is handed over in 4 steps where two share a device', async ({
        page,
        context,
        browser,
        server,
        baseURL,
        allowConsoleErrors,
      }, { project }) => {
        test.skip(project.name === 'phone', 'a shared device has the screen of a counter');
        // Calls that the page sends while it locks are refused.
        allowConsoleErrors(/401/);
        const desk = await openDesk(page, context, server, baseURL, project);
        shared ??= await pairSharedDevice(context.request, browser, desk.address, desk.venue, () => server.now());
        const { first, second, cookies } = shared;
        const { shift } = await desk.drawer();
        if (shift === null || shift.expected_paise === null) throw new Error('the owner sees no open shift');
        const rupeesIn = shift.expected_paise / 100;
        await context.clearCookies();
        await context.addCookies(cookies);
        await page.goto(`${desk.address}/desk/v/${desk.venue}/money`);
        const count = page.getByRole('button', { name: /^Count/ });
        await expect(count).toBeVisible();

        const press = (steps: Steps, target: Locator) => (way === 'touch' ? steps.tap(target) : steps.click(target));
        const steps = await Steps.begin(page);
        if (way === 'keys') await steps.press('n');
        else await press(steps, count);
        const drawer = panel(page, 'Drawer');
        await expect(drawer.getByRole('heading', { name: 'Count the drawer' })).toBeFocused();
        await steps.fillAll(async () => {
          await drawer.getByLabel('Notes of ₹500').fill(String(Math.floor(rupeesIn / 500)));
          await drawer.getByLabel('Coins, in rupees').fill(String(rupeesIn % 500));
        });
        if (way === 'keys') await steps.press('Enter');
        else await press(steps, drawer.getByRole('button', { name: /^I counted ₹/ }));
        await expect(page.getByText(/^The shift is closed: ₹/)).toBeVisible();
        const pin = page.getByLabel(`PIN of ${second.name}`);
        await expect(pin).toBeFocused();
        await checkScreen(page);
        await steps.fillAll(async () => {
          if (way === 'keys') await page.keyboard.type(second.pin);
          else for (const digit of second.pin) await page.getByRole('button', { name: digit, exact: true }).click();
        });
        await expect(page).toHaveURL(new RegExp(`/desk/v/${desk.venue}/money$`));
        await expect(page.getByText(second.name.split(' ')[0] ?? '', { exact: true })).toBeVisible();
        expect(steps.count).toBeLessThanOrEqual(4);
        const after = await desk.drawer();
        expect(after.shift?.id).not.toBe(shift.id);
        // In the next test the other person hands the shift over.
        shared = { first: second, second: first, cookies: await context.cookies() };
      });
    });
  }
});
