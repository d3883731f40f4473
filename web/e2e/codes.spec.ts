import { ANY_SIZE } from './any-size';
import { takeClock } from './clock';
import { codeFor, newPhone, openCodeEntry, requireToken } from './player';
import { checkScreen, expect, test } from './screen';

/** A code different from this one. */
function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

test(
  'a wrong code is refused, the boxes are emptied, and the right one still works',
  ANY_SIZE,
  async ({ page, server }) => {
    const phone = await openCodeEntry(page, server);
    const code = await codeFor(server, phone);
    await page.getByLabel('Digit 1 of 6').pressSequentially(wrong(code));
    await expect(page.getByText('Invalid OTP').first()).toBeVisible();
    await expect(page.getByLabel('Digit 1 of 6')).toHaveValue('');
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
    await checkScreen(page);
    await page.getByLabel('Digit 1 of 6').pressSequentially(code);
    await expect(page).toHaveURL('/');
  },
);

test(
  'a code whose answer was lost signs the same page in at the second try, and no other page',
  ANY_SIZE,
  async ({ page, context, server, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED|Failed to load resource/);
    const phone = await openCodeEntry(page, server);
    const code = await codeFor(server, phone);
    const address = page.url();
    let used: unknown;
    // The server uses the code, and its answer does not arrive.
    await page.route(
      '**/api/otp',
      async (route) => {
        const answer = await route.fetch();
        used = await answer.json();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByLabel('Digit 1 of 6').pressSequentially(code);
    await expect(page.getByRole('alert')).toBeVisible();
    expect(used).toMatchObject({ error: 0 });

    // Another page that has the address and the code does not have the secret of the first one.
    const other = await context.newPage();
    await other.goto(address);
    await other.getByLabel('Digit 1 of 6').pressSequentially(code);
    await expect(other.getByText('Invalid OTP').first()).toBeVisible();
    await other.close();

    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveURL('/');
    const { token } = used as { token: string };
    expect(await page.evaluate(() => localStorage.getItem('user_token'))).toContain(token);
  },
);

test('an incomplete code is reported', ANY_SIZE, async ({ page, server }) => {
  await openCodeEntry(page, server);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('OTP is required')).toBeVisible();
  await page.getByLabel('Digit 1 of 6').pressSequentially('123');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('OTP must be exactly 6 digits')).toBeVisible();
  await checkScreen(page);
});

test(
  'the boxes accept digits only, advance by themselves and go back with Backspace',
  ANY_SIZE,
  async ({ page, server }) => {
    await openCodeEntry(page, server);
    await page.keyboard.type('x1y2');
    await expect(page.getByLabel('Digit 1 of 6')).toHaveValue('1');
    await expect(page.getByLabel('Digit 2 of 6')).toHaveValue('2');
    await expect(page.getByLabel('Digit 3 of 6')).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(page.getByLabel('Digit 2 of 6')).toBeFocused();
    await expect(page.getByLabel('Digit 2 of 6')).toHaveValue('');
  },
);

test('a pasted code fills every box and signs in', ANY_SIZE, async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const phone = await openCodeEntry(page, server);
  const code = await codeFor(server, phone);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByLabel('Digit 1 of 6').press('ControlOrMeta+v');
  await expect(page).toHaveURL('/');
  requireToken({ name: 'The new player', token: await page.evaluate(() => localStorage.getItem('user_token')) });
});

test(
  'the text message has the format that phones fill in automatically',
  ANY_SIZE,
  async ({ page, server, baseURL }) => {
    const phone = await openCodeEntry(page, server);
    const code = await codeFor(server, phone);
    const [message] = await server.inbox(`+91${phone}`);
    expect(message?.text.trimEnd().split('\n').at(-1)).toBe(`@${new URL(baseURL ?? '').hostname} #${code}`);
    await expect(page.getByLabel('Digit 1 of 6')).toHaveAttribute('autocomplete', 'one-time-code');
  },
);

test(
  'the button for another code is enabled after the cooldown, which a reload does not shorten',
  ANY_SIZE,
  async ({ page, server }) => {
    await takeClock(page, server);
    const phone = newPhone();
    await page.goto('/join');
    await page.getByLabel('Full name').fill('Asha Patel');
    await page.getByLabel('Email').fill('asha@example.in');
    await page.getByLabel('Phone number').fill(phone);
    await page.getByLabel('Birthdate').fill('1994-03-08');
    await page.getByText('Female', { exact: true }).click();
    await page.getByLabel('Password', { exact: true }).fill('pickleball');
    await page.getByRole('checkbox', { name: /^I agree/ }).check();
    await page.getByRole('button', { name: 'Join Now' }).click();
    const first = await codeFor(server, phone);
    const resend = page.getByRole('button', { name: /^Resend OTP/ });
    await expect(resend).toHaveText(/^Resend OTP in (30|2\d)s$/);
    await expect(resend).toBeDisabled();
    await page.clock.fastForward(20_000);
    await expect(resend).toHaveText(/^Resend OTP in \ds$/);
    await page.reload();
    await expect(resend).toHaveText(/^Resend OTP in \ds$/);
    await expect(resend).toBeDisabled();
    await page.clock.fastForward(10_000);
    await expect(resend).toHaveText('Resend OTP');
    await expect(resend).toBeEnabled();
    expect(await server.inbox(`+91${phone}`)).toHaveLength(1);
    expect(first).toMatch(/^\d{6}$/);
  },
);

test('sign-up names what is wrong with each field', ANY_SIZE, async ({ page }) => {
  await page.goto('/join');
  await page.getByRole('button', { name: 'Join Now' }).click();
  const descriptions = {
    'Full name': 'Full name is required',
    Email: 'Email is required',
    'Phone number': 'Phone number is required',
    Birthdate: 'Birthdate is required',
  };
  for (const [label, description] of Object.entries(descriptions)) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(description));
  }
  await expect(page.getByText('Select your gender.')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByText('You must agree to the terms and conditions')).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await checkScreen(page);
  await page.getByLabel('Full name').fill('9');
  await expect(page.getByText('Full name must start with a letter.')).toBeVisible();
  await page.getByLabel('Full name').fill('Al');
  await expect(page.getByText('Full name must be at least 3 characters')).toBeVisible();
  await page.getByLabel('Email').fill('nobody');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
});
