import { randomInt } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { codeOf } from './authenticator';
import { deskAddress } from './desk-address';
import { type Board, dayIn, type DeskChange, freeHoursOf, sendToDesk } from './desk-api';
import { proveOwner, signInAsOwner } from './desk-owner';
import { takeClock } from './clock';
import { deskPanel } from './desk-panel';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

const MANAGER = { name: 'Meera Amin', phone: '9825041791', pin: '503816' };
const CLERK = { name: 'Hetal Rana', phone: '9825041792', pin: '402917' };
const NEWCOMER = { name: 'Farah Sheikh', phone: '9825041793' };

/** The colleague whom the owner adds in the browser. */
const ADDED = { name: 'Jigar Modi', phone: '9825041796' };

/** People without an authenticator app, who make a passkey at their first sign-in. */
const WITH_PASSKEY = [
  { name: 'Nikhil Shah', phone: '9825041794', role: 'manager' },
  { name: 'Kavita Joshi', phone: '9825041795', role: 'owner' },
] as const;
const [BY_PASSKEY, OTHER_OWNER] = WITH_PASSKEY;

/** What tests store for later ones: links and ids by name, and the cookies of the paired device, which each sign-in there replaces. */
const stored: {
  links: Map<string, string>;
  ids: Map<string, string>;
  device?: Awaited<ReturnType<BrowserContext['cookies']>>;
} = { links: new Map(), ids: new Map() };

/** The desk's API for a signed-in person; each call has a new idempotency key. */
function apiOf(request: APIRequestContext, desk: string) {
  const send = (method: DeskChange['method'], path: string, data: object, version?: number) =>
    sendToDesk(request, desk, { method, path, data, version });
  return {
    send,
    get: (path: string) => request.fetch(`${desk}/api/desk${path}`),
    /** Sets up an authenticator app, which is also a fresh proof. */
    enrol: async (now: number) => {
      const { secret } = (await (await send('POST', '/me/totp/start', {})).json()) as { secret: string };
      const confirmed = await send('POST', '/me/totp/confirm', { code: codeOf(secret, Math.floor(now / 30_000)) });
      expect(confirmed.status()).toBe(200);
      return secret;
    },
  };
}

test.describe(() => {
  // The first test adds colleagues, whose numbers are then in use, so a retry would fail.
  test.describe.configure({ mode: 'serial', retries: 0 });

  test('people take turns at a paired device by PIN, and its page stays the same', async ({
    page,
    context,
    browser,
    server,
    baseURL,
    allowConsoleErrors,
  }, { project }) => {
    test.skip(project.name === 'phone', 'each phone number can be added only once');
    allowConsoleErrors(/401|404/);
    const desk = await signInAsOwner(context, baseURL);
    const owner = apiOf(context.request, desk);
    await proveOwner(context.request, desk, await server.now());

    /** Adds a colleague with an app and a PIN; returns the browser in which they are signed in. */
    async function add({ name, phone, pin }: typeof CLERK, role: string) {
      const body = { full_name: name, phone, role, venues: [1] };
      const { id } = (await (await owner.send('POST', '/staff', body)).json()) as { id: string };
      const { url } = (await (await owner.send('POST', `/staff/${id}/links`, {})).json()) as { url: string };
      stored.ids.set(name, id);
      const own = await browser.newContext();
      const api = apiOf(own.request, desk);
      expect((await api.send('POST', '/links/use', { token: url.split('#')[1] })).status()).toBe(200);
      await api.enrol(await server.now());
      expect((await api.send('PUT', '/me/pin', { pin })).status()).toBe(204);
      return own;
    }
    const manager = await add(MANAGER, 'manager');
    for (const { name, phone, role } of [{ ...NEWCOMER, role: 'desk' }, ...WITH_PASSKEY]) {
      const body = { full_name: name, phone, role, venues: role === 'owner' ? [] : [1] };
      const { id } = (await (await owner.send('POST', '/staff', body)).json()) as { id: string };
      const { url } = (await (await owner.send('POST', `/staff/${id}/links`, {})).json()) as { url: string };
      stored.ids.set(name, id);
      stored.links.set(name, url.replace('//127.0.0.1', '//localhost'));
    }
    await (await add(CLERK, 'desk')).close();

    // The manager's browser becomes the shared device.
    await context.clearCookies();
    await context.addCookies(await manager.cookies());
    await manager.close();
    await page.goto(`${desk}/desk/set-up/keys`);
    await page.getByRole('button', { name: 'Manage devices' }).click();
    await page.getByLabel('Name of this device').fill('Front desk');
    await page.getByRole('button', { name: 'Pair this device' }).click();
    await expect(page.getByText(/Front desk is paired/)).toBeVisible();
    await checkScreen(page);

    await page.goto(`${desk}/desk/v/1/money`);
    await page.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
    await checkScreen(page);
    await page.getByRole('button', { name: CLERK.name }).click();
    await checkScreen(page);
    await page.keyboard.type('111222');
    await expect(page.getByText(/That is not the PIN/)).toBeVisible();
    await page.keyboard.type(CLERK.pin);
    await expect(page).toHaveURL(/\/desk\/v\/1\/money$/);
    await expect(page.getByText(CLERK.name.split(' ')[0] ?? '', { exact: true })).toBeVisible();

    // The server refuses calls of a locked device, also with its cookies. The page locks without waiting for the server.
    await page.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
    const readBoard = () => context.request.get(`${desk}/api/desk/venues/1/board?day=2026-11-25`);
    await expect.poll(async () => (await readBoard()).status()).toBe(401);
    await page.getByRole('button', { name: MANAGER.name }).click();
    for (const digit of MANAGER.pin) await page.getByRole('button', { name: digit, exact: true }).click();
    await expect(page).toHaveURL(/\/desk\/v\/1\/money$/);
    stored.device = await context.cookies();
  });

  test('a passkey is made, signs in without a name, confirms, and is removed', async ({
    page,
    server,
    baseURL,
    allowConsoleErrors,
  }) => {
    const link = stored.links.get(NEWCOMER.name);
    test.skip(link === undefined, 'the owner made no link');
    allowConsoleErrors(/401|403|409/);
    const desk = deskAddress(baseURL);
    const first = await addAuthenticator(page);
    await page.goto(link ?? '');
    await expect(page).toHaveURL(/\/desk\/v\/1\/board/);
    await page.goto(`${desk}/desk/set-up/keys`);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByLabel('Name of this passkey').fill('Work phone');
    await checkScreen(page);
    await passkeys.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(passkeys.getByText('Work phone')).toBeVisible();
    expect(await first.count()).toBe(1);

    // The same device makes no second passkey; another device does.
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(passkeys.getByText('This device holds a passkey of yours already.')).toBeVisible();
    const second = await addAuthenticator(page, 'usb');
    await passkeys.getByLabel('Name of this passkey').fill('Key ring');
    await passkeys.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(passkeys.getByText('Key ring')).toBeVisible();
    expect(await second.count()).toBe(1);
    await second.remove();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to the desk' })).toBeVisible();
    await checkScreen(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(/\/desk\/v\/1\/board/);

    // Six minutes later the proof has expired, so the desk asks for another one before it removes a passkey.
    // On an empty page: an answer to the board while the clock is replaced would record a wrong server time.
    await page.goto('about:blank');
    await takeClock(page, server);
    await page.goto(`${desk}/desk/set-up/keys`);
    await expect(passkeys.getByText('Key ring')).toBeVisible();
    await page.clock.fastForward('06:00');
    await passkeys.getByRole('button', { name: 'Remove Key ring' }).click();
    await passkeys.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await passkeys.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(passkeys.getByRole('button', { name: 'Remove Key ring' })).toBeHidden();

    // The only passkey cannot be removed.
    await passkeys.getByRole('button', { name: 'Remove Work phone' }).click();
    const confirm = passkeys.getByRole('button', { name: 'Confirm with a passkey' });
    const remove = passkeys.getByRole('button', { name: 'Remove', exact: true });
    await expect(confirm.or(remove)).toBeVisible();
    if (await confirm.isVisible()) await confirm.click();
    await remove.click();
    await expect(passkeys.getByText(/the only way you can sign in/)).toBeVisible();
    await passkeys.getByRole('button', { name: 'Keep it' }).click();
    await expect(passkeys.getByRole('button', { name: 'Remove Work phone' })).toBeVisible();

    // A passkey that this device does not have: a message says what to do.
    await first.clear();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText(/The passkey was not used/)).toBeVisible();
  });

  test('a manager approves at the clerk’s screen what the clerk may not do alone', async ({
    page,
    context,
    browser,
    server,
    baseURL,
    allowConsoleErrors,
  }) => {
    test.skip(stored.device === undefined, 'no device was paired');
    // Calls of the locked device, without an approval, and to open a drawer that is open are refused.
    allowConsoleErrors(/401|403|409/);
    const desk = deskAddress(baseURL);
    await context.addCookies(stored.device ?? []);
    await page.goto(`${desk}/desk/v/1/money`);
    await page.getByRole('button', { name: 'Lock' }).click();
    await page.getByRole('button', { name: CLERK.name }).click();
    await page.keyboard.type(CLERK.pin);
    await expect(page).toHaveURL(/\/desk\/v\/1\/money$/);
    const { day, order, price_paise } = await bookAndPay(apiOf(context.request, desk), server);

    await page.goto(`${desk}/desk/v/1/board?day=${day}&open=${order}`);
    const panel = deskPanel(page, 'Booking');
    await panel.getByRole('button', { name: 'Cancel booking' }).click();
    await panel.getByRole('button', { name: 'Give back another amount' }).click();
    await panel.getByLabel('Goes back, in rupees').fill('100');
    await panel.getByLabel('Reason').fill('Came with an injury');
    await panel.getByRole('button', { name: 'Cancel, ₹100 back' }).click();
    await expect(panel.getByText(/A manager or an owner approves\./)).toBeVisible();
    await panel.getByText(MANAGER.name, { exact: true }).click();
    await checkScreen(page);
    await panel.getByLabel(`PIN of ${MANAGER.name}`).fill('111222');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('That is not the PIN or code of this colleague. Nothing was changed.')).toBeVisible();
    await expect(panel.getByLabel('Reason')).toHaveValue('Came with an injury');
    await panel.getByLabel(`PIN of ${MANAGER.name}`).fill(MANAGER.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/is cancelled, ₹100 goes back/)).toBeVisible();
    expect(price_paise).toBeGreaterThan(10_000);

    stored.device = await context.cookies();

    // The audit names both. Another browser reads it, because this page goes on sending requests with the cookies of
    // the device.
    const office = await browser.newContext();
    await signInAsOwner(office, baseURL);
    expect(await auditOfCancellation(apiOf(office.request, desk), order)).toMatchObject({
      staff: stored.ids.get(CLERK.name),
      approver: stored.ids.get(MANAGER.name),
      reason: 'Came with an injury',
    });
    await office.close();
  });

  test('an owner approves by a passkey, and a manager who lost the permission meanwhile cannot', async ({
    page,
    context,
    browser,
    server,
    baseURL,
    allowConsoleErrors,
  }) => {
    test.skip(stored.device === undefined, 'no device was paired');
    allowConsoleErrors(/401|403|404|409/);
    const desk = deskAddress(baseURL);
    const authenticator = await addAuthenticator(page);
    for (const [made, { name }] of WITH_PASSKEY.entries()) {
      await context.clearCookies();
      await page.goto(stored.links.get(name) ?? '');
      await expect(page).toHaveURL(/\/desk\/v\/1\/board/);
      await page.goto(`${desk}/desk/set-up/keys`);
      const passkeys = page.getByRole('region', { name: 'Passkeys' });
      await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
      await passkeys.getByLabel('Name of this passkey').fill('Work phone');
      await passkeys.getByRole('button', { name: 'Make a passkey' }).click();
      await expect(passkeys.getByText('Work phone')).toBeVisible();
      expect(await authenticator.count()).toBe(made + 1);
    }

    await context.clearCookies();
    await context.addCookies(stored.device ?? []);
    const clerk = apiOf(context.request, desk);
    const { day, order } = await bookAndPay(clerk, server);
    await page.goto(`${desk}/desk/v/1/board?day=${day}&open=${order}`);
    const panel = deskPanel(page, 'Booking');
    await panel.getByRole('button', { name: 'Cancel booking' }).click();
    await panel.getByRole('button', { name: 'Give back another amount' }).click();
    await panel.getByLabel('Goes back, in rupees').fill('100');
    await panel.getByLabel('Reason').fill('The court was wet');
    await panel.getByRole('button', { name: 'Cancel, ₹100 back' }).click();
    await expect(panel.getByText(/A manager or an owner approves\./)).toBeVisible();
    await panel.getByText(BY_PASSKEY.name, { exact: true }).click();
    const touch = panel.getByRole('button', { name: `Confirm with the passkey of ${BY_PASSKEY.name}` });
    await expect(touch).toBeFocused();
    await checkScreen(page);

    // After the list is shown and before the passkey is touched, an owner takes the permission away.
    const office = await browser.newContext();
    await signInAsOwner(office, baseURL);
    const owner = apiOf(office.request, desk);
    await proveOwner(office.request, desk, await server.now());
    await denyPermission(owner, stored.ids.get(BY_PASSKEY.name) ?? '');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('This colleague may not approve it. Ask an owner.')).toBeVisible();
    await expect(panel.getByText(/An owner approves\./)).toBeVisible();
    await expect(panel.getByText(BY_PASSKEY.name, { exact: true })).toBeHidden();
    expect(await statusOf(clerk, order)).toBe('confirmed');
    expect(await auditOfCancellation(owner, order)).toBeUndefined();
    await checkScreen(page);

    await panel.getByText(OTHER_OWNER.name, { exact: true }).click();
    await panel.getByRole('button', { name: `Confirm with the passkey of ${OTHER_OWNER.name}` }).click();
    await expect(page.getByText(/is cancelled, ₹100 goes back/)).toBeVisible();
    expect(await statusOf(clerk, order)).toBe('cancel_requested');
    expect(await auditOfCancellation(owner, order)).toMatchObject({
      staff: stored.ids.get(CLERK.name),
      approver: stored.ids.get(OTHER_OWNER.name),
      reason: 'The court was wet',
    });
    await office.close();
  });

  test('an owner adds a colleague, who signs in by the link, and switches them off at once', async ({
    page,
    context,
    browser,
    server,
    baseURL,
    allowConsoleErrors,
  }, { project }) => {
    test.skip(project.name === 'phone', 'each phone number can be added only once');
    allowConsoleErrors(/401|403/);
    const desk = await signInAsOwner(context, baseURL);
    await proveOwner(context.request, desk, await server.now());
    await page.goto(`${desk}/desk/set-up`);
    await page.getByRole('link', { name: /^Staff/ }).click();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name').fill(ADDED.name);
    await page.getByLabel('Mobile number').fill(`+91 ${ADDED.phone}`);
    await checkScreen(page);
    await page.keyboard.press('Enter');
    const shown = page.getByRole('region', { name: `The link of ${ADDED.name}` });
    const url = await shown.getByRole('textbox').inputValue();
    await checkScreen(page);

    const theirs = await browser.newContext();
    const api = apiOf(theirs.request, desk);
    expect((await api.send('POST', '/links/use', { token: url.split('#')[1] })).status()).toBe(200);
    await api.enrol(await server.now());
    expect((await api.get('/venues/1/board?day=2026-11-21')).status()).toBe(200);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Switch off ${ADDED.name}` }).click();
    await page.getByRole('button', { name: 'Switch off', exact: true }).click();
    await expect(page.getByText(`${ADDED.name} is switched off.`)).toBeVisible();
    expect((await api.get('/venues/1/board?day=2026-11-21')).status()).toBe(401);
    await theirs.close();
  });
});

interface AuditEntry {
  verb: string;
  subject_id: string;
  staff: string;
  approver: string | null;
  reason: string;
}

/** What the audit says of the cancellation of a booking. */
async function auditOfCancellation(api: ReturnType<typeof apiOf>, order: string) {
  const { entries } = (await (await api.get('/audit?venue=1')).json()) as { entries: AuditEntry[] };
  return entries.find(({ verb, subject_id }) => verb === 'booking.cancelled' && subject_id === order);
}

async function statusOf(api: ReturnType<typeof apiOf>, order: string): Promise<string> {
  return ((await (await api.get(`/bookings/${order}`)).json()) as { status: string }).status;
}

/** Takes from a colleague the permission to give back more than the policy says. */
async function denyPermission(owner: ReturnType<typeof apiOf>, id: string) {
  const { staff } = (await (await owner.get('/staff')).json()) as { staff: { id: string; version: number }[] };
  const version = staff.find((one) => one.id === id)?.version;
  const denied = await owner.send('PATCH', `/staff/${id}`, { denied: ['booking.cancel_beyond_policy'] }, version);
  expect(denied.status()).toBe(200);
}

/** Adds a virtual authenticator that verifies its user. */
async function addAuthenticator(page: Page, transport: 'internal' | 'usb' = 'internal') {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    clear: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
    remove: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

/** Books a free hour of a later day at the first venue and takes the money in cash. */
async function bookAndPay(api: ReturnType<typeof apiOf>, server: Server) {
  const day = await dayIn(server, 9);
  const free = freeHoursOf((await (await api.get(`/venues/1/board?day=${day}`)).json()) as Board);
  // A random one, because other tests book at the same time.
  const { court, minute, price } = free[randomInt(free.length)] ?? { court: 0, minute: 0, price: 0 };
  await api.send('POST', '/venues/1/holds', { day, court, minute });
  const phone = `9${String(randomInt(1e9)).padStart(9, '0')}`;
  const booking = { day, slots: [{ court, minute }], player: { phone, name: 'Tara Nair' }, contact_name: null };
  const made = await api.send('POST', '/venues/1/bookings', { ...booking, total_paise: price });
  const { bookings } = (await made.json()) as { bookings: { order: string; version: number; price_paise: number }[] };
  const [booked] = bookings;
  if (booked === undefined) throw new Error('nothing was booked');
  const { order, version, price_paise } = booked;
  // The call is refused if the shift is open already.
  await api.send('POST', '/venues/1/shifts', { notes: [{ rupees: 500, number: 4 }], coins: 0 });
  const lines = [{ order, version, amount_paise: price_paise }];
  expect((await api.send('POST', '/venues/1/payments', { tender: 'cash', lines })).status()).toBe(201);
  return { day, order, price_paise };
}
