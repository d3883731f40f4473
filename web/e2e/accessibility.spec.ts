import { rupees } from '../src/lib/money';
import { ANY_SIZE } from './any-size';
import { confirmWindow, holdCourt, orderOf } from './paying';
import { book, requireToken } from './player';
import { checkScreen, checkWidth, couponField, expect, test } from './screen';

test('a screen reader reads the confirm window in its order, and Escape closes it', async ({
  page,
  server,
  signedIn,
  pickHour,
}) => {
  const token = requireToken(signedIn);
  const hour = await pickHour();
  await holdCourt(page, server, hour);
  const held = await server.get<{ venue: string; court_number: string; total_amount: number }>('/user/get_order_info', {
    token,
    query: { orderid: orderOf(page) },
  });
  const price = rupees(held.total_amount);
  const window = confirmWindow(page);
  await couponField(window);
  await expect(window).toMatchAriaSnapshot(`
    - dialog "Confirm your details":
      - heading "Confirm your details" [level=2]
      - paragraph:
        - text: Held for you
        - timer: /\\d+:\\d\\d/
      - button "Close and let the court go"
      - paragraph: ${held.venue}
      - paragraph: /${held.court_number} (Out|In)door/
      - paragraph: /${hour.time.split(' ')[0]}/
      - term: Location
      - definition: /\\w/
      - term: Name
      - definition: ${signedIn.name}
      - term: Players
      - definition: "4"
      - text: Coupon code
      - textbox "Coupon code"
      - button "Apply"
      - text: Total ${price}
      - button "Pay at court · ${price}"
      - paragraph: At the court you pay at the desk, before you play.
      - paragraph: /^Free to cancel until /
  `);
  await checkScreen(page);
  const size = page.viewportSize() ?? { width: 412, height: 839 };
  await page.setViewportSize({ width: 320, height: 640 });
  await checkWidth(page);
  // A narrow window has another button that continues, and the focus returns to the one that was pressed.
  await page.setViewportSize(size);
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
});

test('a screen reader reads the pass in its order', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
  const order = await book(server, signedIn, await pickHour());
  await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
  await expect(page.getByText(`#${order.orderid}`)).toBeVisible();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph: your booking
      - heading "${order.court}" [level=2]
      - term: Date
      - definition
      - term: Time
      - definition
      - term: Location
      - definition: /${order.venue}/
      - term: Name
      - definition: ${signedIn.name}
      - term: To pay at court
      - definition: /₹/
      - term: Order
      - definition: "#${order.orderid}"
      - button "SAVE"
      - link /Route Me/
  `);
});

test(
  'a new screen is announced by its name and takes the focus, and the header can be skipped',
  ANY_SIZE,
  async ({ page }) => {
    await page.goto('/about-us');
    await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await skip.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: 'Find a court' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Location' })).toBeVisible();
    await expect(page.locator('[aria-live=polite]').filter({ hasText: /^Choose a location$/ })).toBeAttached();
    await expect(page.getByRole('main')).toBeFocused();
  },
);

test('screens for missing, unnamed and past things pass the accessibility checks', async ({
  page,
  signedIn,
  allowConsoleErrors,
}) => {
  test.setTimeout(120_000);
  requireToken(signedIn);
  // The browser's console reports each response with an error status.
  allowConsoleErrors(/the server responded with a status of 40[04]|has no valid/);
  for (const path of [
    '/time-date-selection?sport=1',
    '/time-date-selection?venue=99&sport=1',
    '/court-selection?venue=1&sport=1&date=2020-01-01&time=7:00 PM',
    '/booking-confirmation',
    '/booking-confirmation?orderId=0000000000',
    '/cancel-booking?orderId=0000000000',
    '/your-profile/booking-history?tab=Store',
    '/change-password?user=nobody',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.locator('[aria-busy=true]'), `${path} has loaded`).toHaveCount(0);
    await checkScreen(page);
  }
});

test(
  'help for a code that does not arrive opens in a sheet that traps the focus and restores it',
  ANY_SIZE,
  async ({ page }) => {
    await page.goto('/mobile-verification?user=nobody&reg=1');
    const help = page.getByRole('button', { name: 'Get help' });
    await help.click();
    const sheet = page.getByRole('dialog', { name: 'No code yet?' });
    await expect(sheet.getByText('Codes usually arrive within half a minute.')).toBeVisible();
    await checkScreen(page);
    const { height } = (await sheet.boundingBox()) ?? { height: 0 };
    expect(
      Math.abs(height - (page.viewportSize()?.height ?? 0) / 2),
      'the sheet has half the height of the screen',
    ).toBeLessThan(2);
    for (let tab = 0; tab < 4; tab += 1) {
      await page.keyboard.press('Tab');
      await expect(sheet.locator(':focus'), 'the focus stays in the sheet').toHaveCount(1);
    }
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
    await expect(help).toBeFocused();
    await help.click();
    await expect(sheet).toBeVisible();
    await page.mouse.click(20, 20);
    await expect(sheet, 'a click on the dimmed page closes the sheet too').toBeHidden();
  },
);

test('a contrast theme shows what is chosen and which field has the focus', ANY_SIZE, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('button', { name: 'English' })).toHaveCSS('text-decoration-line', 'underline');
  await expect(footer.getByRole('button', { name: 'हिन्दी' })).toHaveCSS('text-decoration-line', 'none');
  await page.goto('/login');
  const field = page.getByLabel('Phone number');
  await field.focus();
  await expect(field).toHaveCSS('outline-style', 'solid');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('animations stop for a player who prefers reduced motion', ANY_SIZE, async ({ page, signedIn }) => {
    requireToken(signedIn);
    // Recorded when an animation begins: on a busy machine it may have ended when the test looks for it.
    await page.addInitScript(() => {
      const note = () => {
        const running = document.getAnimations().map((moving) => Number(moving.effect?.getTiming().duration ?? 0));
        window.name = String(Math.max(Number(window.name), ...running));
      };
      window.name = '0';
      for (const begin of ['animationstart', 'transitionrun']) document.addEventListener(begin, note, true);
    });
    /** The longest animation on this page so far, in milliseconds; one without an end (a spinner) counts once. */
    const longest = () => page.evaluate(() => Number(window.name));
    const open = async () => {
      await page.goto('/your-profile');
      await page.getByRole('button', { name: 'Share feedback' }).click();
      await expect(page.getByText('This feature will be available soon.')).toBeVisible();
    };
    await open();
    await expect.poll(longest, { message: 'the toast is animated' }).toBeGreaterThan(50);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open();
    expect(await longest()).toBeLessThanOrEqual(1);
  });
});
