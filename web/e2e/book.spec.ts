import { readFile } from 'node:fs/promises';
import { dayForScreenReaders } from '../src/lib/dates';
import { rupees } from '../src/lib/money';
import { ANY_SIZE } from './any-size';
import { takeClock } from './clock';
import { book, codeFor, courtsAt, newPhone, requireToken } from './player';
import { checkScreen, couponField, expect, openPeriodOf, pathAndQuery, test } from './screen';

test('a newcomer joins, books a court with a coupon, saves the pass, finds the booking and cancels it', async ({
  page,
  server,
  pickHour,
}) => {
  test.setTimeout(240_000);
  const hour = await pickHour({ venue: 1 });
  const phone = newPhone();

  await test.step('joins with a code from the text message', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Register Now' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Join the game' })).toBeVisible();
    await checkScreen(page);
    await page.getByLabel('Full name').fill('Asha Patel');
    await page.getByLabel('Email').fill('asha@example.in');
    await page.getByLabel('Phone number').fill(`+91 ${phone}`);
    await page.getByLabel('Birthdate').fill('1994-03-08');
    await page.getByText('Female', { exact: true }).click();
    await page.getByLabel('Password', { exact: true }).fill('pickleball');
    await page.getByRole('checkbox', { name: /^I agree to the terms and conditions/ }).check();
    await page.getByRole('button', { name: 'Join Now' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('reg')).toBe('1');
    await checkScreen(page);
    await page.getByLabel('Digit 1 of 6').pressSequentially(await codeFor(server, phone));
    await expect(page.getByText('OTP Verified')).toBeVisible();
    await expect(page).toHaveURL('/');
    // Otherwise the toasts could cover the buttons of the next window.
    await expect(page.getByText('OTP Verified')).toBeHidden();
  });

  await test.step('looks at a venue and chooses it', async () => {
    await page.getByRole('link', { name: 'Book a court now' }).first().click();
    await expect(page.getByText('1/3')).toBeVisible();
    await expect(page.getByText('where would you like to play?')).toBeVisible();
    await checkScreen(page);
    await page.getByRole('button', { name: 'About Riverside Arena' }).click();
    const details = page.getByRole('dialog', { name: 'Riverside Arena' });
    await expect(details.getByText('4 outdoor courts')).toBeVisible();
    await expect(details.getByText('4 indoor courts')).toBeVisible();
    await expect(details.getByText('Parking')).toBeVisible();
    await expect(details.getByRole('img', { name: 'Riverside Arena, photo 1 of' })).toBeVisible();
    await checkScreen(page);
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY), {
        message: 'the page behind the window does not scroll',
      })
      .toMatch(/hidden|clip/);
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toBeHidden();
    await expect(page.getByRole('button', { name: 'About Riverside Arena' })).toBeFocused();
    await page.getByRole('button', { name: 'Choose Riverside Arena' }).click();
    await expect(page).toHaveURL(/\/time-date-selection\?venue=1&sport=1&device_id=[A-Za-z0-9]{10}/);
  });

  await test.step('picks a day and an hour', async () => {
    const day = page.getByRole('button', { name: new RegExp(`^${dayForScreenReaders(hour.date)}, `) });
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await day.click();
    await expect(day).toHaveAttribute('aria-pressed', 'true');
    await openPeriodOf(page, hour.time);
    await page.getByRole('button', { name: new RegExp(`^${hour.time}, (from )?₹`) }).click();
    await checkScreen(page);
    await page.getByRole('button', { name: /^Continue/ }).click();
  });

  const court = (await courtsAt(server, hour)).find((c) => c.available === 'yes');
  if (court === undefined) throw new Error('no court is free at this hour any more');
  const { price } = court;

  await test.step('picks a court', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Pick your court' })).toBeVisible();
    const button = page.getByRole('button', { name: new RegExp(`^${court.court_name}, .*free`) });
    await button.click();
    await expect(page.getByRole('button', { name: new RegExp(`^${court.court_name}, .*selected`) })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await checkScreen(page);
    await page.getByRole('button', { name: 'Continue' }).click();
  });

  const window = page.getByRole('dialog', { name: 'Confirm your details' });
  await test.step('tries coupons in the confirm window', async () => {
    await expect(window.getByText('Asha Patel')).toBeVisible();
    await expect(window.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
    await checkScreen(page);
    const code = await couponField(window);
    await window.getByRole('button', { name: 'Apply' }).click();
    await expect(window.getByText('Please enter a coupon code.')).toBeVisible();
    await code.fill('NOPE');
    await window.getByRole('button', { name: 'Apply' }).click();
    await expect(window.getByRole('alert')).toBeVisible();
    await checkScreen(page);
    await code.fill('welcome50');
    await window.getByRole('button', { name: 'Apply' }).click();
    await expect(window.getByText('Coupon applied successfully!')).toBeVisible();
    await expect(code).not.toBeEditable();
    await expect(window.getByRole('button', { name: `Pay at court · ${rupees(price - 50)}` })).toBeVisible();
    await expect(window.getByText(`${rupees(price - 50)} before the coupon ${rupees(price)}`)).toBeVisible();
    await checkScreen(page);
    await window.getByRole('button', { name: 'Remove' }).click();
    await expect(window.getByRole('button', { name: `Pay at court · ${rupees(price)}` })).toBeVisible();
    await expect(code).toHaveValue('');
    await expect(window.getByText('Please enter a coupon code.'), 'removing a coupon requests no code').toBeHidden();
    await expect(window.getByRole('button', { name: 'Apply' })).toBeFocused();
    await code.fill('WELCOME50');
    await code.press('Enter');
    await expect(window.getByText('Coupon applied successfully!')).toBeVisible();
  });

  await test.step('confirms pay at court and sees the pass', async () => {
    await window.getByRole('button', { name: /^Pay at court/ }).click();
    await expect(page.getByText('Booking Confirmed!')).toBeVisible();
    await expect(page).toHaveURL(/\/booking-status\?orderId=\d{10}$/);
    await expect(page.getByRole('heading', { level: 1, name: "You're on!" })).toBeVisible();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(page.getByText('your booking')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: court.court_name })).toBeVisible();
    await checkScreen(page);
  });
  const order = new URL(page.url()).searchParams.get('orderId') ?? '';

  await test.step('saves the pass as a picture', async () => {
    const download = page.waitForEvent('download', { timeout: 30_000 });
    await page.getByRole('button', { name: 'SAVE' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('booking_pass.png');
    const picture = await readFile(await file.path());
    expect(picture.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(picture.readUInt32BE(16), 'width of the picture in pixels').toBeGreaterThan(500);
    expect(picture.length, 'the picture is not empty').toBeGreaterThan(10_000);
    const corners = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const at = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[3];
      // The last one is in the round corner of the pass itself, which begins 48 pixels from the edges.
      return [at(0, 0), at(width - 1, 0), at(0, height - 1), at(width - 1, height - 1), at(50, 50)];
    }, picture.toString('base64'));
    expect(corners, 'no corner is transparent').toEqual([255, 255, 255, 255, 255]);
    await expect(page.getByRole('link', { name: /^Route Me/ })).toHaveAttribute('href', /^https:\/\//);
  });

  await test.step('finds the same pass at its lasting address, and the booking in the history', async () => {
    await page.getByRole('button', { name: 'Open my pass' }).click();
    await expect(page).toHaveURL(`/booking-confirmation?orderId=${order}`);
    await expect(page.getByText(`#${order}`)).toBeVisible();
    await checkScreen(page);
    await page.getByRole('link', { name: 'Booking history' }).click();
    await expect(page.getByRole('heading', { level: 2, name: /^(This week|Later)$/ })).toBeVisible();
    await checkScreen(page);
    await page
      .getByRole('link', { name: /Riverside Arena/ })
      .first()
      .click();
    await expect(page).toHaveURL(`/history-details/${order}`);
    await expect(page.getByText('your booking is confirmed')).toBeVisible();
    await checkScreen(page);
  });

  await test.step('cancels it with a reason', async () => {
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leaving the Court?' });
    await expect(leaving.getByText('You have not paid anything, so cancelling is free.')).toBeVisible();
    await checkScreen(page);
    await leaving.getByRole('button', { name: 'Proceed to cancel' }).click();
    const why = page.getByRole('dialog', { name: 'What changed?' });
    await why.getByRole('radio', { name: 'Unfavorable weather conditions' }).check();
    await checkScreen(page);
    await why.getByRole('button', { name: 'confirm cancellation' }).click();
    const done = page.getByRole('dialog', { name: 'Your Booking Has Been Canceled.' });
    await expect(done.getByText('nothing to refund')).toBeVisible();
    await checkScreen(page);
    await done.getByRole('link', { name: 'go to homepage' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/your-profile/booking-history');
    await expect(page.getByRole('link', { name: /Riverside Arena.*CANCELLED/ })).toBeVisible();
    const free = (await courtsAt(server, hour)).find((c) => c.court_id === court.court_id);
    expect(free?.available, 'the court is free at once').toBe('yes');
  });
});

test.describe('the outcome counts down ten seconds', () => {
  test(
    'and opens the pass; a reload continues the countdown',
    ANY_SIZE,
    async ({ page, server, signedIn, pickHour }) => {
      const order = await book(server, signedIn, await pickHour());
      await takeClock(page, server);
      await page.goto(`/booking-status?orderId=${order.orderid}`);
      const timer = page.getByRole('timer');
      await expect(timer).toHaveText(/^Taking you to your pass in (10|9) s$/);
      await page.clock.fastForward(5_000);
      await expect(timer).toHaveText(/^Taking you to your pass in [3-5] s$/);
      await page.reload();
      await expect(timer).toHaveText(/^Taking you to your pass in [1-5] s$/);
      await page.clock.fastForward(6_000);
      await expect(page).toHaveURL(`/booking-confirmation?orderId=${order.orderid}`);
      await expect(page.getByText(`#${order.orderid}`)).toBeVisible();
    },
  );

  test('and stays open if the player stops the countdown', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
    const order = await book(server, signedIn, await pickHour());
    await takeClock(page, server);
    await page.goto(`/booking-status?orderId=${order.orderid}`);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.clock.fastForward(30_000);
    await expect(page.getByText('Take your time, this page stays.')).toBeVisible();
    expect(pathAndQuery(page)).toBe(`/booking-status?orderId=${order.orderid}`);
  });

  test('and leads to the venues if there is no booking', ANY_SIZE, async ({ page, server, signedIn }) => {
    requireToken(signedIn);
    await takeClock(page, server);
    await page.goto('/booking-status');
    await expect(page.getByRole('heading', { level: 1, name: 'No booking this time' })).toBeVisible();
    await checkScreen(page);
    await page.clock.fastForward(11_000);
    await expect(page).toHaveURL('/location');
  });
});

test('a pass is not shown to a visitor who is not logged in', ANY_SIZE, async ({ page, server, player, pickHour }) => {
  const order = await book(server, player, await pickHour());
  await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
  await expect(page.getByRole('heading', { name: 'Log in to see your pass' })).toBeVisible();
  await expect(page.getByText(order.court)).toBeHidden();
  await checkScreen(page);
});
