import { dayIn } from '../src/lib/dates';
import { rupees } from '../src/lib/money';
import { putForward } from './clock';
import { hoursOf, startOf } from './hours';
import { book, codeFor, hold, newPlayer, openCodeEntry, type Player } from './player';
import {
  bankSays,
  chooseWay,
  confirmWindow,
  headline,
  holdCourt,
  openCheckout,
  orderOf,
  payer,
  payWithoutAnswer,
  slideToPay,
} from './paying';
import { checkScreen, expect, test as base } from './screen';
import { Server } from './server';

const LAPTOP = { width: 1280, height: 800 };
const SIX_HOURS_IN_MINUTES = 6 * 60;
/** How long a court is held, in minutes, once the checkout is open. */
const HOLD_MINUTES = 20;
/** How long the bank of these tests takes to say yes, in minutes: longer than the hold. */
const BANK_MINUTES = HOLD_MINUTES + 5;

// A separate demo whose clock may be moved: in the shared one that would expire the holds of other tests.
const { MOVING_URL, MOVING_INBOX_URL, BASE_URL, INBOX_URL } = process.env;
const MOVING = MOVING_URL ?? BASE_URL ?? 'http://127.0.0.1:8080';
const SANDBOX = MOVING_INBOX_URL ?? INBOX_URL ?? 'http://127.0.0.1:8081';

const test = base.extend({
  server: async ({ request }, give) => {
    await give(new Server(request, SANDBOX));
  },
});
test.use({ baseURL: MOVING });
// The tests share the clock, so they run one after the other.
test.describe.configure({ mode: 'serial' });
test.skip(({ isMobile }) => !isMobile, 'one project alone may move the clock');

test.beforeEach(async ({ server }) => {
  await server.setFaults({ banks: { yes_after_minutes: BANK_MINUTES } });
});

test.afterEach(async ({ server }) => {
  await server.setFaults({});
});

/** Whole minutes until just after a moment. */
function minutesUntil(moment: Date, now: number): number {
  return Math.floor((moment.getTime() - now) / 60_000) + 1;
}

/** Polls the order until `until` accepts it, and returns it. */
async function pollOrder(
  server: Server,
  player: Player,
  orderid: string,
  until: (order: Order) => boolean,
): Promise<Order> {
  let order: Order = { status: '', court_number: '', total_amount: 0 };
  await expect
    .poll(
      async () => {
        order = await server.get<Order>('/user/get_order_info', { token: player.token, query: { orderid } });
        return until(order) || JSON.stringify(order);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return order;
}

interface Order {
  status: string;
  refund_due?: string | null;
  court_number: string;
  total_amount: number;
  online_payment?: { state: string } | null;
}

test('a payment after the hold expired books the court if it is still free', async ({
  page,
  server,
  pickHour,
}, info) => {
  const { player, order } = await openCheckout({ page, server, info }, await pickHour());
  const { court_number } = await pollOrder(server, player, order, () => true);
  await payWithoutAnswer(page);
  await page.goto('/about-us');
  await putForward(page, server, BANK_MINUTES + 1);
  const booked = await pollOrder(server, player, order, ({ status }) => status === 'confirmed');
  expect(booked.court_number).toBe(court_number);
  await page.goto(`/booking-status?orderId=${order}`);
  await expect(headline(page, "You're on!")).toBeVisible();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
});

test('a payment after the hold expired books another court if the player allowed it', async ({
  page,
  server,
  pickHour,
}, info) => {
  const player = await payer(server, page, info);
  const hour = await pickHour({ venue: 1, atLeast: 4 });
  const court = await holdCourt(page, server, hour);
  const order = orderOf(page);
  const { court_number } = await pollOrder(server, player, order, () => true);
  await confirmWindow(page)
    .getByRole('checkbox', { name: /give me another (outdoor|indoor) court at the same time/ })
    .check();
  await slideToPay(page);
  await payWithoutAnswer(page);
  await page.goto('/about-us');
  await putForward(page, server, HOLD_MINUTES + 1);
  expect(await hold(server, await newPlayer(server, 'Ravi Shah'), hour, court)).toMatchObject({ error: 0 });
  await putForward(page, server, BANK_MINUTES - HOLD_MINUTES);
  const booked = await pollOrder(server, player, order, ({ status }) => status === 'confirmed');
  expect(booked.court_number).not.toBe(court_number);
  await page.goto(`/booking-status?orderId=${order}`);
  await expect(headline(page, "You're on!")).toBeVisible();
  await expect(page.getByText(`You play on ${booked.court_number}`)).toBeVisible();
  await expect(page.getByText(`${court_number} was no longer free when your payment came`)).toBeVisible();
});

test('a payment for a court that is taken is refunded in full, and the player sees the reason and the amount', async ({
  page,
  server,
  pickHour,
}, info) => {
  const hour = await pickHour();
  const { player, court, order } = await openCheckout({ page, server, info }, hour);
  await payWithoutAnswer(page);
  await page.goto('/about-us');
  await putForward(page, server, HOLD_MINUTES + 1);
  expect(await hold(server, await newPlayer(server, 'Ravi Shah'), hour, court)).toMatchObject({ error: 0 });
  await putForward(page, server, BANK_MINUTES - HOLD_MINUTES);
  const refunded = await pollOrder(
    server,
    player,
    order,
    ({ online_payment }) => online_payment?.state.startsWith('refund_') ?? false,
  );
  await page.goto(`/booking-status?orderId=${order}`);
  // The refund may have been sent, or even have arrived, by now.
  await expect(page.getByRole('heading', { level: 1, name: /^You('re getting| got) a full refund$/ })).toBeVisible();
  await expect(page.getByText('Your payment came too late to be used for this booking.')).toBeVisible();
  const amount = rupees(refunded.total_amount);
  await expect(page.getByText(new RegExp(`${amount} (goes|went) back in full`))).toBeVisible();
  await expect(page.getByRole('timer'), 'no countdown leaves the page').toHaveCount(0);

  // The refund is also in the history, on a phone and on a large screen.
  const row = page.locator(`li a[href="/history-details/${order}"]`);
  await page.goto('/your-profile/booking-history');
  await expect(row).toContainText(/REFUND COMING|REFUNDED/);
  await page.setViewportSize(LAPTOP);
  await expect(row).toContainText(/REFUND COMING|REFUNDED/);
  await checkScreen(page);
  await row.click();
  await expect(page.getByText(/^You('re getting| got) a full refund$/)).toBeVisible();
  await expect(page.getByText("You didn't get a booking for this payment.")).toBeVisible();
  await page.getByRole('link', { name: 'See why' }).click();
  await expect(page.getByText('Your payment came too late to be used for this booking.')).toBeVisible();
});

test('the sandbox page opens at an address that is not encoded correctly', async ({ page }) => {
  await page.goto(`${SANDBOX}/#50%`);
  await expect(page.getByText('Live: news appears by itself')).toBeVisible();
  await expect(page.getByLabel('Show only this phone number')).toHaveValue('50%');
});

test('the sandbox page shows no text as new that came before the page was opened', async ({ page, player }) => {
  const lastDigits = player.phone.slice(-5);
  await page.goto(SANDBOX);
  const texts = page.getByRole('list', { name: 'Messages, newest first' }).getByRole('listitem');
  const text = texts.filter({ hasText: lastDigits }).first();
  await expect(text).toBeVisible();
  await expect(text).not.toHaveClass(/\bnew\b/);
  await expect(page.locator('#news')).not.toContainText(lastDigits);
});

test('the sandbox page settles a pending payment, sends a webhook again and sets faults', async ({
  page,
  context,
  server,
  pickHour,
}, info) => {
  await server.setFaults({});
  const { order } = await openCheckout({ page, server, info }, await pickHour());
  await payWithoutAnswer(page);

  const sandbox = await context.newPage();
  await sandbox.goto(SANDBOX);
  await expect(sandbox.getByText('Live: news appears by itself')).toBeVisible();
  await checkScreen(sandbox);
  await sandbox.getByRole('link', { name: /^Payments/ }).click();
  const story = sandbox
    .getByRole('list', { name: 'Orders, newest first' })
    .getByRole('listitem')
    .filter({ hasText: order });
  await sandbox.emulateMedia({ colorScheme: 'dark' });
  await checkScreen(sandbox);
  await story.first().getByRole('button', { name: 'The bank says yes' }).click();
  await expect(story.first()).toContainText('captured');
  await expect(headline(page, "You're on!")).toBeVisible({ timeout: 20_000 });

  await sandbox.getByRole('link', { name: /^Webhooks/ }).click();
  const sent = sandbox.getByRole('list', { name: 'Webhooks, newest first' }).getByRole('listitem');
  await expect(sent.first()).toBeVisible();
  const before = await sent.count();
  // Any webhook may be the newest: of another event of the payment, or of a refund or a code of other tests.
  const again = sent.first().getByRole('button', { name: /^Send again: [a-z_.]+ of [a-z]+_\w+$/ });
  await again.click();
  await expect(sent).toHaveCount(before + 1);
  await expect(sent.first()).toContainText('taken');
  await expect(sent.nth(1).getByRole('button'), 'the focus stays on its button when the list grows').toBeFocused();

  await sandbox.getByRole('link', { name: /^Faults/ }).click();
  const neverSent = sandbox.getByLabel('Never sent');
  await neverSent.focus();
  await server.setFaults({ webhooks: { lose_percent: 5 } });
  await expect(neverSent, 'a field that only has the focus shows what was set elsewhere').toHaveValue('5');
  await neverSent.fill('10');
  await neverSent.press('Tab');
  await expect(sandbox.getByText('Saved.', { exact: true })).toBeAttached();
  await sandbox.reload();
  await expect(neverSent).toHaveValue('10');
  await expect(sandbox.getByRole('link', { name: 'Faults (switched on)' })).toBeVisible();
  await checkScreen(sandbox);
  await sandbox.getByRole('button', { name: 'No faults' }).click();
  await expect(neverSent).toHaveValue('0');
});

test('the server refuses another code before the cooldown ends, and one sent after it completes the sign-up', async ({
  page,
  server,
}) => {
  const phone = await openCodeEntry(page, server);
  const first = await codeFor(server, phone);
  const resend = page.getByRole('button', { name: /^Resend OTP/ });
  // This browser has no stored cooldown, because the form was submitted elsewhere; the server has its own.
  await resend.click();
  await expect(page.getByText('Fail to send OTP')).toBeVisible();
  await expect(resend).toHaveText(/^Resend OTP in \d+s$/);
  expect(await server.inbox(`+91${phone}`)).toHaveLength(1);
  await putForward(page, server, 1);
  await expect(resend).toBeEnabled();
  await resend.click();
  await expect(page.getByText('OTP Sent Successfully')).toBeVisible();
  await expect(resend).toBeDisabled();
  await page.getByLabel('Digit 1 of 6').pressSequentially(await codeFor(server, phone, first));
  await expect(page).toHaveURL('/');
});

// The last tests move the clock by days.
test('a cancellation less than six hours before the start is refused, and the screen says so beforehand', async ({
  page,
  server,
  signedIn,
}) => {
  // At night the venues are closed for more than six hours, so the game is booked first and the clock is moved close to
  // it.
  const hour = (await hoursOf(server, 1)).find(({ day }) => day >= 2);
  if (hour === undefined) throw new Error('the venue is full');
  const order = await book(server, signedIn, hour);

  await putForward(page, server, minutesUntil(startOf(hour), await server.now()) - SIX_HOURS_IN_MINUTES);
  await page.goto(`/history-details/${order.orderid}`);
  await expect(page.getByText('Too late to cancel')).toBeVisible();
  await expect(page.getByText('The time to cancel this booking was until ')).toBeVisible();
  await checkScreen(page);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const late = page.getByRole('dialog', { name: 'Too late to cancel' });
  await expect(late.getByText('it can no longer be cancelled or refunded')).toBeVisible();
  await expect(late.getByRole('link', { name: 'Call the front desk' })).toHaveAttribute('href', /^tel:\+/);
  await expect(page.getByRole('button', { name: 'Proceed to cancel' })).toBeHidden();
  await checkScreen(page);
  await late.getByRole('button', { name: 'Keep my booking' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('your booking is confirmed')).toBeVisible();
  const refused = await server.post<{ error: number }>('/user/addCancellation', {
    token: signedIn.token,
    body: { order_id: order.orderid },
  });
  expect(refused.error, 'the server refuses it too').toBeGreaterThan(0);
  const info = await server.get<{ status: string }>('/user/get_order_info', {
    token: signedIn.token,
    query: { orderid: order.orderid },
  });
  expect(info.status).toBe('confirmed');
});

test('cancelling a paid game shows the refund and its day before and after, and the refund is sent that day', async ({
  page,
  server,
  pickHour,
}, info) => {
  await server.setFaults({});
  const { player, order } = await openCheckout({ page, server, info }, await pickHour());
  await chooseWay(page, 'Netbanking');
  await bankSays(page, 'Success');
  await expect(headline(page, "You're on!")).toBeVisible();
  const { total_amount, refund_due } = await pollOrder(server, player, order, ({ status }) => status === 'confirmed');
  const due = new Date(refund_due ?? '');
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', ...options }).format(due);
  const day = `Fri, ${part({ day: 'numeric' })} ${part({ month: 'short' })}`;
  const yearOf = (moment: Date) => dayIn('Asia/Kolkata', moment).slice(0, 4);
  // A step of the refund has its year if that is not the present one.
  const isThisYear = yearOf(due) === yearOf(new Date(await server.now()));
  const dayOfStep = isThisYear ? day : `${day} ${yearOf(due)}`;
  const back = rupees(total_amount - 30);

  await page.goto(`/history-details/${order}`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leaving the Court?' });
  await expect(leaving).toContainText(`You paid ${rupees(total_amount)}. ${back} comes back`);
  await expect(leaving).toContainText(`the bank charge of ₹30 is kept. It is sent on ${day}.`);
  await leaving.getByRole('button', { name: 'Proceed to cancel' }).click();
  await page.getByRole('button', { name: 'confirm cancellation' }).click();
  const done = page.getByRole('dialog', { name: 'Your Booking Has Been Canceled.' });
  await expect(done).toContainText(`We'll refund ${back} on ${day}`);
  await done.getByRole('button', { name: 'Close' }).click();

  await expect(page.getByText('Cancellation Requested...')).toBeVisible();
  const refund = page.getByRole('region', { name: 'Your refund' });
  await expect(refund.getByRole('status')).toHaveText(`${back} goes back on ${day} to what you paid with.`);
  await expect(refund.getByRole('listitem')).toHaveText([/^Promised, done/, `Sent${dayOfStep}`, 'With your bank']);
  await checkScreen(page);

  await putForward(page, server, minutesUntil(due, await server.now()));
  // The screen updates by itself.
  await expect(refund.getByRole('status')).toHaveText(new RegExp(`^${back} was sent to your bank`), {
    timeout: 25_000,
  });
  await expect(page.getByText('Booking cancelled')).toBeVisible();
  await expect(refund.getByRole('listitem')).toHaveText([
    /^Promised, done/,
    `Sent, done${day}`,
    `With your bank, done${day}`,
  ]);
});

test('a time on the sandbox page is shown with its day once the clock has moved to another one', async ({
  page,
  context,
  server,
  pickHour,
}, info) => {
  const { order } = await openCheckout({ page, server, info }, await pickHour());
  // The hold ends when the clock moves, and what the checkout asks about it then is not tested here.
  await page.goto('/about-us');
  const sandbox = await context.newPage();
  await sandbox.goto(SANDBOX);
  await sandbox.getByRole('link', { name: /^Payments/ }).click();
  const requested = sandbox
    .getByRole('list', { name: 'Orders, newest first' })
    .getByRole('listitem')
    .filter({ hasText: order })
    .first()
    .locator('time')
    .first();
  await expect(requested).toHaveText(/^\d/);
  await sandbox.getByRole('button', { name: '+ 1 day' }).click();
  await expect(requested).toHaveText(/^[A-Z][a-z]{2}\b.*\d/);
});
