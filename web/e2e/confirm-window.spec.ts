import { dateTimeText } from '../src/lib/dates';
import { ANY_SIZE } from './any-size';
import { freeCourts, hold, requireToken } from './player';
import { confirmWindow, holdCourt, payer } from './paying';
import { checkScreen, checkWidth, couponField, courtSelection, expect, pathAndQuery, test } from './screen';

test(
  'a second Enter neither releases the court nor books it',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    await page.goto(courtSelection(hour, { court: String(court) }));
    await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
    await page.getByRole('button', { name: /^Continue: Hold/ }).focus();
    await page.keyboard.press('Enter');
    await expect(confirmWindow(page).getByRole('heading', { name: 'Confirm your details' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    const orderid = new URL(page.url()).searchParams.get('order') ?? '';
    await expect(confirmWindow(page).getByRole('button', { name: /^Pay at court/ })).toBeEnabled();
    const order = await server.get('/user/get_order_info', { token: signedIn.token, query: { orderid } });
    expect(order).toMatchObject({ status: 'held' });
    await page.keyboard.press('Tab');
    await expect(confirmWindow(page).getByRole('button', { name: 'Close and let the court go' })).toBeFocused();
  },
);

test(
  'the window shows its content, its timer and its payment button on a short screen and at 200 % zoom',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    requireToken(await payer(server, page, info));
    await holdCourt(page, server, await pickHour());
    for (const size of [
      // A phone in landscape; a laptop and a tablet at 200 %; phones, a tablet and a laptop from small to large.
      { width: 740, height: 360 },
      { width: 640, height: 400 },
      { width: 384, height: 512 },
      { width: 320, height: 480 },
      { width: 360, height: 640 },
      { width: 360, height: 740 },
      { width: 768, height: 1024 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      const at = `${size.width} × ${size.height}`;
      await checkWidth(page);
      await confirmWindow(page).evaluate((dialog) => {
        for (const part of dialog.querySelectorAll('*')) part.scrollTop = 0;
      });
      const seen = await confirmWindow(page).evaluate((dialog) => {
        const details = dialog.querySelector('dl')?.parentElement ?? dialog;
        // Elements above or below may cover it.
        const { left, top, width, height } = details.getBoundingClientRect();
        let pixels = 0;
        for (let y = Math.max(0, top); y < Math.min(window.innerHeight, top + height); y += 1) {
          if (details.contains(document.elementFromPoint(left + width / 2, y))) pixels += 1;
        }
        return pixels;
      });
      expect(seen, `pixels of the details at ${at}`).toBeGreaterThan(150);
      await expect(confirmWindow(page).getByRole('timer'), at).toBeInViewport({ ratio: 1 });
      // The controls can be reached and are not covered.
      await confirmWindow(page).getByRole('button', { name: 'Slide To Pay' }).click({ trial: true });
      const pay = confirmWindow(page).getByRole('button', { name: /^Pay at court/ });
      await pay.click({ trial: true });
      await expect(pay, at).toBeInViewport({ ratio: 1 });
      await expect(confirmWindow(page).getByRole('timer'), `${at}, scrolled`).toBeInViewport({ ratio: 1 });
      await (await couponField(confirmWindow(page))).click({ trial: true });
    }
    await page.setViewportSize({ width: 740, height: 360 });
    await checkScreen(page);
  },
);

test(
  'the window shows the end of the order’s cancellation period',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    const { orderid } = await hold(server, signedIn, hour, court);
    await page.goto(courtSelection(hour, { court: String(court), order: orderid }));
    const { cancel_before, timezone } = await server.get<{ cancel_before: string; timezone: string }>(
      '/user/get_order_info',
      { token: signedIn.token, query: { orderid } },
    );
    await expect(
      confirmWindow(page).getByText(`Free to cancel until ${dateTimeText(cancel_before, timezone)}.`, { exact: true }),
    ).toBeVisible();
  },
);

test('a coupon can be applied and removed by keyboard', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
  requireToken(signedIn);
  await holdCourt(page, server, await pickHour());
  const code = await couponField(confirmWindow(page));
  await code.fill('DINK10');
  await code.press('Enter');
  await expect(confirmWindow(page).getByText('Coupon applied successfully!')).toBeVisible();
  await expect(code, 'the focus stays in the field').toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmWindow(page).getByRole('button', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmWindow(page).getByRole('button', { name: 'Apply' })).toBeFocused();
  await expect(code).toHaveValue('');
  await expect(confirmWindow(page).getByText('Please enter a coupon code.')).toBeHidden();
  await expect.poll(() => pathAndQuery(page)).not.toContain('coupon=');
});
