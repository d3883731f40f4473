import { ANY_SIZE } from './any-size';
import { courtsAt, newPlayer, signIn } from './player';
import {
  bankSays,
  checkout,
  chooseWay,
  confirmWindow,
  headline,
  holdCourt,
  newTab,
  openCheckout,
  orderOf,
  payer,
  payWithoutAnswer,
  slide,
  slideToPay,
} from './paying';
import { checkScreen, expect, test } from './screen';

test('a game is paid by UPI with the slide control, and the pass says so', async ({ page, server, pickHour }, info) => {
  await payer(server, page, info);
  await holdCourt(page, server, await pickHour());
  await expect(slide(page)).toBeVisible();
  await checkScreen(page);
  await slideToPay(page);
  await chooseWay(page, 'UPI QR');
  await expect(checkout(page).getByRole('img', { name: 'QR code of this payment' })).toBeVisible();
  await bankSays(page, 'Success');
  await expect(page.getByText('Booking Confirmed!')).toBeVisible();
  await expect(headline(page, "You're on!")).toBeVisible();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.body.style.overflow), { message: 'the page scrolls again' })
    .toBe('');
  await expect
    .poll(() => page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="viewport"]')?.content))
    .toContain('width=device-width');
  await checkScreen(page);
});

test('a player pays by keyboard after a refused PIN', ANY_SIZE, async ({ page, server, pickHour }, info) => {
  await payer(server, page, info);
  await holdCourt(page, server, await pickHour());
  await slide(page).focus();
  await page.keyboard.press('Enter');
  await expect(checkout(page).getByRole('button', { name: /^UPI QR/ })).toBeFocused();
  for (let tab = 0; tab < 2; tab += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(checkout(page).getByLabel('Card number')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(checkout(page).getByRole('button', { name: 'Success', exact: true })).toBeFocused();
  await checkout(page).getByRole('button', { name: 'Wrong PIN first, then success' }).press('Enter');
  await expect(headline(page, "You're on!")).toBeVisible({ timeout: 20_000 });
});

test(
  'a closed checkout stops the payment; the court stays held and can be paid at the court',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    await openCheckout({ page, server, info }, await pickHour());
    await checkout(page).getByRole('button', { name: 'Close the payment window' }).click();
    await expect(page.getByText('Oops! Payment stopped!')).toBeVisible();
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
    await expect(confirmWindow(page).getByRole('timer'), 'the hold was extended').toHaveText(/^(20|1\d):\d\d$/);
    await expect(slide(page), 'the slide control can be used again').toBeEnabled();
    await confirmWindow(page)
      .getByRole('button', { name: /^Pay at court/ })
      .click();
    await expect(headline(page, "You're on!")).toBeVisible();
  },
);

test(
  'a closed checkout can be opened again and paid by netbanking',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    await openCheckout({ page, server, info }, await pickHour());
    await expect(checkout(page).getByRole('button', { name: /^Netbanking/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Oops! Payment stopped!')).toBeVisible();
    await expect(slide(page)).toBeEnabled();
    await slideToPay(page);
    await chooseWay(page, 'Netbanking');
    await bankSays(page, 'Success');
    await expect(headline(page, "You're on!")).toBeVisible();
    await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  },
);

test(
  'a player who approves the payment in a UPI app comes back to a booked court',
  ANY_SIZE,
  async ({ page, context, server, pickHour }, info) => {
    await openCheckout({ page, server, info }, await pickHour());
    await chooseWay(page, 'UPI app');
    const app = await newTab(context, () => checkout(page).getByRole('link', { name: 'Open the UPI app' }).click());
    await expect(app.getByText(/^₹\d/)).toBeVisible();
    await app.getByRole('button', { name: 'Approve with PIN' }).click();
    await expect(app.getByText('Paid. Go back to your browser.')).toBeVisible();
    await app.close();
    await expect(headline(page, "You're on!")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  },
);

test(
  'a declined card fails in the checkout, and another try there succeeds',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    await openCheckout({ page, server, info }, await pickHour());
    const window = checkout(page);
    await window.getByRole('button', { name: /^Card/ }).click();
    await window.getByLabel('Card number').fill('4100 2800 0000 1008');
    await window.getByRole('button', { name: /^Pay ₹/ }).click();
    await expect(window.getByText('This is not a card number.')).toBeVisible();
    await window.getByLabel('Card number').fill('5500 6700 0000 1002');
    await window.getByRole('button', { name: /^Pay ₹/ }).click();
    await window.getByLabel('Why it fails').selectOption('card declined');
    await bankSays(page, 'Failure');
    await expect(window.getByText('Your card was declined by the bank. Try another card.')).toBeVisible();
    await chooseWay(page, 'Card');
    await bankSays(page, 'Success');
    await expect(headline(page, "You're on!")).toBeVisible();
  },
);

test(
  'a payment that fails finally leaves the court held, and it is paid at the court',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    await openCheckout({ page, server, info }, await pickHour());
    await chooseWay(page, 'UPI QR');
    await bankSays(page, 'Failure');
    await expect(checkout(page).getByText(/Any amount debited will be refunded/)).toBeVisible();
    await checkout(page).getByRole('button', { name: 'Close the payment window' }).click();
    await expect(page.getByText('Oops! Payment stopped!')).toBeVisible();
    await confirmWindow(page)
      .getByRole('button', { name: /^Pay at court/ })
      .click();
    await expect(headline(page, "You're on!")).toBeVisible();
    await expect(page.getByText('To pay at court')).toBeVisible();
  },
);

test(
  'the next visit shows the booking if the tab was closed after paying',
  ANY_SIZE,
  async ({ page, context, server, pickHour }, info) => {
    const { player, order } = await openCheckout({ page, server, info }, await pickHour());
    await chooseWay(page, 'UPI QR');
    await bankSays(page, 'Success, and close the tab');
    await expect(headline(page, 'The tab was closed')).toBeVisible();
    await page.close();
    const later = await context.newPage();
    await signIn(later, player);
    await later.goto(`/booking-status?orderId=${order}`);
    await expect(headline(later, "You're on!")).toBeVisible({ timeout: 20_000 });
    await expect(later.getByText('Paid', { exact: true })).toBeVisible();
  },
);

test(
  'a reload during the checkout returns to the held court, which can still be paid',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    await openCheckout({ page, server, info }, await pickHour());
    await expect(checkout(page).getByRole('button', { name: /^UPI QR/ })).toBeVisible();
    await page.reload();
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
    await slideToPay(page);
    await chooseWay(page, 'UPI QR');
    await bankSays(page, 'Success');
    await expect(headline(page, "You're on!")).toBeVisible();
  },
);

test(
  'a page that loses the connection after paying shows what is known, then finds the outcome',
  ANY_SIZE,
  async ({ page, server, pickHour, allowConsoleErrors }, info) => {
    allowConsoleErrors(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
    await openCheckout({ page, server, info }, await pickHour());
    await chooseWay(page, 'UPI QR');
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await bankSays(page, 'Success');
    await expect(headline(page, 'We are not sure yet')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Nothing was booked')).toHaveCount(0);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(headline(page, "You're on!")).toBeVisible();
    await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  },
);

test(
  'the page finds the outcome of a pending payment without a reload',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    const { order } = await openCheckout({ page, server, info }, await pickHour());
    await payWithoutAnswer(page);
    await checkScreen(page);
    await page.reload();
    await expect(headline(page, 'Your payment is on its way')).toBeVisible();
    await server.confirmAtBank(order);
    await expect(headline(page, "You're on!")).toBeVisible({ timeout: 20_000 });
  },
);

test(
  'a pending payment is at the top of the history and leads to the booking status',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    const { order } = await openCheckout({ page, server, info }, await pickHour());
    await payWithoutAnswer(page);
    await page.goto('/your-profile/booking-history');
    const payments = page.locator('section').filter({
      has: page.getByRole('heading', { level: 2, name: 'Payments still open' }),
    });
    await expect(payments.getByText('Each ends with a court for you or with your money back.')).toBeVisible();
    const row = payments.locator(`a[href="/history-details/${order}"]`);
    await expect(row).toContainText('PAYMENT ON ITS WAY');
    await checkScreen(page);

    await row.click();
    await expect(page.getByText("We're holding your court.")).toBeVisible();
    await expect(page.getByText('To pay at the court')).toHaveCount(0);
    await expect(page.getByText('Confirm it to keep it')).toHaveCount(0);
    await page.getByRole('link', { name: 'See how it stands' }).click();
    await expect(headline(page, 'Your payment is on its way')).toBeVisible();

    await page.goto('/your-profile/booking-history');
    await expect(row).toBeVisible();
    await server.confirmAtBank(order);
    await page.goto(`/booking-status?orderId=${order}`);
    await expect(headline(page, "You're on!")).toBeVisible({ timeout: 20_000 });
    await page.goto('/your-profile/booking-history');
    const booked = page.getByRole('main').locator(`li a[href="/history-details/${order}"]`);
    await expect(booked).toContainText('CONFIRMED');
    await expect(row).toHaveCount(0);
  },
);

test(
  'a checkout that does not load shows an error, and the next try can load it',
  ANY_SIZE,
  async ({ page, server, pickHour, allowConsoleErrors }, info) => {
    allowConsoleErrors(/Failed to load resource|checkout\.js/);
    await payer(server, page, info);
    await holdCourt(page, server, await pickHour());
    await page.route('**/v1/checkout.js', (route) => route.abort());
    await slideToPay(page);
    await expect(confirmWindow(page).getByText('Razorpay SDK failed to load. Are you online?')).toBeVisible();
    await checkScreen(page);
    await page.unroute('**/v1/checkout.js');
    await slideToPay(page);
    await checkout(page).getByRole('button', { name: 'Close the payment window' }).click();
    await expect(confirmWindow(page).getByText('Razorpay SDK failed to load. Are you online?')).toBeHidden();
    await confirmWindow(page).getByRole('button', { name: 'Close and let the court go' }).click();
  },
);

test('a player who may not pay online sees no slide control', ANY_SIZE, async ({ page, server, pickHour }) => {
  await signIn(page, await newPlayer(server, 'Ravi Shah'));
  await holdCourt(page, server, await pickHour());
  await expect(confirmWindow(page).getByRole('button', { name: /^Pay at court/ })).toBeVisible();
  await expect(slide(page)).toHaveCount(0);
});

test(
  'the back button closes the checkout, and the court stays held',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    const hour = await pickHour();
    const { court, order } = await openCheckout({ page, server, info }, hour);
    await expect(checkout(page).getByRole('button', { name: /^UPI QR/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Oops! Payment stopped!')).toBeVisible();
    await expect(page.locator('iframe[title="Payment window"]')).toHaveCount(0);
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
    expect(orderOf(page), 'the same order').toBe(order);
    expect(
      (await courtsAt(server, hour)).find(({ court_id }) => court_id === court)?.available,
      'and no other player can hold the court',
    ).toBe('no');
    // The next attempt pays for it: closing the checkout did not end the hold.
    await expect(slide(page)).toBeEnabled();
    await slideToPay(page);
    await chooseWay(page, 'UPI QR');
    await bankSays(page, 'Success');
    await expect(headline(page, "You're on!")).toBeVisible();
    await page.goBack();
    await expect(headline(page, 'Pick your court'), 'Back leaves the screen once no checkout is open').toBeVisible();
  },
);

test(
  'a court stays held and is paid at the court while online payment is unavailable',
  ANY_SIZE,
  async ({ page, server, pickHour }, info) => {
    await payer(server, page, info);
    await holdCourt(page, server, await pickHour());
    const order = orderOf(page);
    const refusal = "Online payment isn't answering right now. Try again in a moment, or pay at the court.";
    await page.route('**/api/user/generatePayment*', (route) =>
      route.fulfill({ json: { error: 1, code: 'payment_unavailable', message: refusal } }),
    );
    await slideToPay(page);
    await expect(headline(page, 'Not booked yet')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText(refusal)).toBeVisible();
    await expect(main.getByText('Held for you', { exact: true })).toBeVisible();
    await expect(page.getByText('No booking this time')).toHaveCount(0);
    await checkScreen(page);
    await main.getByRole('link', { name: 'Try online again' }).click();
    await expect(confirmWindow(page).getByText('Held for you')).toBeVisible();
    expect(orderOf(page), 'the same order').toBe(order);
    await slideToPay(page);
    await expect(headline(page, 'Not booked yet')).toBeVisible();
    await main.getByRole('button', { name: /^Pay at court/ }).click();
    await expect(headline(page, "You're on!")).toBeVisible();
    await expect(page.getByText('To pay at court')).toBeVisible();
  },
);
