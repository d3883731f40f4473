import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { book, freeCourts, type Player } from './player';
import { checkScreen, chooseFreeCourt, courtSelection, expect, pathAndQuery, test } from './screen';

async function logIn(page: Page, { phone, password }: Pick<Player, 'phone' | 'password'>) {
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a wrong password is refused with the message of the specification', ANY_SIZE, async ({ page, player }) => {
  await page.goto('/login');
  await checkScreen(page);
  await logIn(page, { phone: player.phone, password: 'not-this-one' });
  await expect(page.getByText('Invalid login Credentials')).toBeVisible();
  const notice = page.getByRole('alert').or(page.getByRole('status'));
  await expect(notice.filter({ hasText: 'Invalid phone number, or password.' }).first()).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await checkScreen(page);
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test(
  'a login without a network shows an error and can be tried again',
  ANY_SIZE,
  async ({ page, context, player, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await context.setOffline(true);
    await logIn(page, player);
    await expect(page.getByText('Invalid email, phone number, or password.')).toBeVisible();
    await expect(page.getByText("You're offline.")).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/');
  },
);

test('each empty field of the form gets its own error message', ANY_SIZE, async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Phone number is required/);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Password is required/);
  await expect(page.getByLabel('Phone number')).toBeFocused();
  await page.getByLabel('Phone number').fill('12345');
  await page.getByLabel('Phone number').blur();
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Phone number must be 10 digits/);
  await checkScreen(page);
});

test('a phone number with a leading zero and a space is accepted', ANY_SIZE, async ({ page, player }) => {
  await page.goto('/login');
  await logIn(page, { ...player, phone: `0${player.phone.slice(0, 5)} ${player.phone.slice(5)}` });
  await expect(page).toHaveURL('/');
});

test(
  'a login on the way to a court returns to the same court',
  ANY_SIZE,
  async ({ page, server, player, pickHour }) => {
    const hour = await pickHour();
    const [court = 0] = await freeCourts(server, hour);
    await page.goto(courtSelection(hour));
    await chooseFreeCourt(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Almost There! Sign In to Continue')).toBeVisible();
    await expect(page.getByText("Just a quick login and you're all set to complete your booking!")).toBeVisible();
    await checkScreen(page);
    await logIn(page, player);
    await expect(page.getByRole('heading', { level: 1, name: 'Pick your court' })).toBeVisible();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      venue: String(hour.venue),
      date: hour.date,
      time: hour.time,
      court: String(court),
    });
    await expect(page.getByRole('button', { name: /, selected, ₹/ })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('dialog', { name: 'Confirm your details' })).toBeVisible();
  },
);

test('visiting sign-up and password reset keeps the way back to the court', ANY_SIZE, async ({ page, pickHour }) => {
  const hour = await pickHour();
  await page.goto(courtSelection(hour));
  await chooseFreeCourt(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Join Now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Join the game' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByText('Sign in and we will take you straight back to your court.')).toBeVisible();
});

test(
  'profile, cancellation and details ask for a login, and the details open after it',
  ANY_SIZE,
  async ({ page, server, player, pickHour }) => {
    const order = await book(server, player, await pickHour());
    for (const path of [
      '/your-profile',
      '/your-profile/profile-update',
      '/cancel-booking',
      `/history-details/${order.orderid}`,
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
    await logIn(page, player);
    await expect(page).toHaveURL(`/history-details/${order.orderid}`);
    await expect(page.getByText('your booking is confirmed')).toBeVisible();
    await page.reload();
    await expect(page.getByText(order.court, { exact: false }).first()).toBeVisible();
  },
);

test('logging out closes the session and leads home', ANY_SIZE, async ({ page, server, signedIn }) => {
  await page.goto('/your-profile');
  await expect(page.getByRole('heading', { level: 2, name: signedIn.name })).toBeVisible();
  await checkScreen(page);
  await page.getByRole('button', { name: 'Membership details' }).click();
  await expect(page.getByText('This feature will be available soon.')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Register Now' })).toBeVisible();
  await page.goto('/your-profile');
  await expect(page).toHaveURL('/login');
  expect(pathAndQuery(page)).toBe('/login');
  await expect(server.get('/user/getcustomerinfo', { token: signedIn.token })).rejects.toThrow('401');
});

test(
  'a session that the server has ended leads to login and back',
  ANY_SIZE,
  async ({ page, server, signedIn, allowConsoleErrors }) => {
    // A page without HTML names no icon, so the browser looks for one.
    allowConsoleErrors(/401|favicon\.ico/);
    await page.goto('/your-profile');
    await expect(page.getByRole('heading', { level: 2, name: signedIn.name })).toBeVisible();
    // An open page could learn of the end, and tell it just before the next page is opened.
    await page.goto('/robots.txt');
    await server.post('/user/logout', { token: signedIn.token });
    // Does not wait for the load: on a slow machine the message, shown for four seconds, would be gone by then.
    await page.goto('/your-profile/booking-history', { waitUntil: 'commit' });
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your session has ended. Sign in again to go on.')).toBeVisible();
    await logIn(page, signedIn);
    await expect(page).toHaveURL('/your-profile/booking-history');
  },
);
