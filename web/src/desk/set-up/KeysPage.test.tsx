import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { writeTexts } from '@/desk/api/write-texts';
import { creationOptions, requestOptions, stubAuthenticator } from '@/testing/authenticator';
import { deferred } from '@/testing/deferred';
import { problem, sampleInstant, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { readBookingFor, setBookingFor } from '@/desk/lib/booking-for';
import { KeysPage } from './KeysPage';

const PASSKEYS = 'GET /api/desk/me/passkeys';
const SESSIONS = 'GET /api/desk/me/sessions';

const session = (id: string, device: string, current = false) =>
  ({
    id,
    device,
    current,
    strength: 'totp',
    started_at: sampleInstant(600),
    last_seen_at: sampleInstant(1_100),
  }) as const;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** Opens the page; any other one that it leads to is shown once `leaving` has resolved. */
function open(replies: DeskReplies = {}, leaving?: Promise<void>) {
  const log = serveDesk({
    'GET /api/desk/me': () => sampleMe,
    [PASSKEYS]: () => ({ passkeys: [] }),
    [SESSIONS]: () => ({ sessions: [session('1', 'Chrome on Android', true), session('2', 'Firefox on Windows')] }),
    ...replies,
  });
  return { ...renderScreen({ path: '/set-up/keys', component: withMe(KeysPage), leaving }), log };
}

const part = (name: string) => screen.findByRole('region', { name });

test('the page names the person and where they are signed in; only their other sessions can be ended there', async () => {
  open();
  expect(await screen.findByText('Signed in as Nisha Trivedi · Manager')).toBeTruthy();
  // A second app cannot be set up beside the first one.
  expect(within(await part('Authenticator app')).queryByRole('button')).toBeNull();
  const sessions = within(await part('Where you are signed in'));
  expect(await sessions.findByText('Chrome on Android · This device')).toBeTruthy();
  // The person's own session is ended by signing out.
  expect(sessions.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Sign out on Firefox on Windows',
  ]);
});

test('a person without an authenticator app is offered to set one up', async () => {
  open({ 'GET /api/desk/me': () => ({ ...sampleMe, has_app: false, has_passkey: true }) });
  expect(await within(await part('Authenticator app')).findByRole('button', { name: 'Set up an app' })).toBeTruthy();
});

const inFiveMinutes = () => new Date(Date.now() + 300_000).toISOString();

// A passkey that was added in the session of the link has proven the person since.
test.each(['link', 'passkey'] as const)(
  'a person whom a link let in (proven by: %s) replaces a lost app',
  async (strength) => {
    const { user, log } = open({
      'GET /api/desk/me': () => ({ ...sampleMe, strength, may_replace_app: true, proof_until: inFiveMinutes() }),
      'POST /api/desk/me/totp/start': () => ({
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
      }),
      'POST /api/desk/me/totp/confirm': () => ({ ...sampleMe, strength: 'totp' }),
    });
    const app = within(await part('Authenticator app'));
    expect(app.getByText(/The app on the old phone stops working/)).toBeTruthy();
    expect(log.some(({ call }) => call === 'POST /api/desk/me/totp/start')).toBe(false);
    await user.click(app.getByRole('button', { name: 'Set up on a new phone' }));
    await user.type(await app.findByLabelText('Code of the app'), '123456{Enter}');
    expect(await app.findByText(/^Set up: you sign in with your number and its code/)).toBeTruthy();
    expect(app.queryByRole('button')).toBeNull();
    // The other sessions have ended, so the list of them is read again.
    await waitFor(() => expect(log.filter(({ call }) => call === SESSIONS)).toHaveLength(2));
  },
);

test('another session can be ended', async () => {
  const { user, log } = open({ 'DELETE /api/desk/me/sessions/{id}': () => [204, null] });
  await user.click(await screen.findByRole('button', { name: 'Sign out on Firefox on Windows' }));
  expect(await screen.findByText(/Signed out on Firefox on Windows\./)).toBeTruthy();
  await waitFor(() => expect(log.filter(({ call }) => call === SESSIONS)).toHaveLength(2));
});

test('the second press of a double click does not end the session that took the place of the first one', async () => {
  let left = [session('1', 'Chrome on Android', true), ...['2', '3', '4'].map((id) => session(id, `Firefox ${id}`))];
  const { user, log } = open({
    [SESSIONS]: () => ({ sessions: left }),
    'DELETE /api/desk/me/sessions/{id}': ({ params }) => {
      left = left.filter(({ id }) => id !== params['id']);
      return [204, null];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Sign out on Firefox 2' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out on Firefox 2' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Sign out on Firefox 3' }), { detail: 2 });
  await user.click(screen.getByRole('button', { name: 'Sign out on Firefox 4' }));
  const ended = () => log.filter(({ call }) => call.startsWith('DELETE')).map(({ params }) => params['id']);
  await waitFor(() => expect(ended()).toEqual(['2', '4']));
});

test('a session whose end got no answer is not said to be open', async () => {
  const { user } = open({ 'DELETE /api/desk/me/sessions/{id}': () => [503, problem('unknown_outcome')] });
  await user.click(await screen.findByRole('button', { name: 'Sign out on Firefox on Windows' }));
  expect(await screen.findByText(`error: | ${writeTexts.unknownOutcome}`, {}, { timeout: 8_000 })).toBeTruthy();
});

test('a session that has ended meanwhile leaves the list', async () => {
  let isOver = false;
  const { user } = open({
    [SESSIONS]: () => ({
      sessions: [session('1', 'Chrome on Android', true), ...(isOver ? [] : [session('2', 'Firefox on Windows')])],
    }),
    'DELETE /api/desk/me/sessions/{id}': () => {
      isOver = true;
      return [404, problem('not_found')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Sign out on Firefox on Windows' }));
  expect(await screen.findByText(/^error: That did not work/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out on Firefox on Windows' })).toBeNull());
});

test('signing out leads to the sign-in and removes what was read and begun', async () => {
  const { user, place, queryClient } = open({ 'POST /api/desk/sign-out': () => [204, null] });
  setBookingFor({ text: 'Asha Patel', player: '17' });
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(place()).toBe('/sign-in'));
  await waitFor(() => expect(queryClient.getQueryData(['me'])).toBeUndefined());
  expect(readBookingFor(), 'what the person had begun').toBeNull();
});

test('a sign-out removes what was begun before the sign-in is loaded', async () => {
  const loaded = deferred<void>();
  const { user, queryClient } = open({ 'POST /api/desk/sign-out': () => [204, null] }, loaded.promise);
  setBookingFor({ text: 'Asha Patel', player: '17' });
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(readBookingFor()).toBeNull());
  // The page is still shown.
  expect(queryClient.getQueryData(['me'])).toBeDefined();
  loaded.resolve();
  await waitFor(() => expect(queryClient.getQueryData(['me'])).toBeUndefined());
});

test('a part that does not load says so, and the others stay', async () => {
  open({ [SESSIONS]: () => [503, problem('unavailable')] });
  expect(await within(await part('Where you are signed in')).findByText('This part did not load')).toBeTruthy();
  expect(await part('Authenticator app')).toBeTruthy();
});

const pixel = { id: 'AAAA', label: 'Pixel', added_at: sampleInstant(600), last_used_at: null };
const owner = { ...sampleMe, has_passkey: true };
const proven = () => ({ ...owner, proof_until: inFiveMinutes() });

test('without a network the parts that were not read say that they did not load', async () => {
  goOffline();
  open({ [PASSKEYS]: () => 'no network', [SESSIONS]: () => 'no network' });
  expect(await within(await part('Where you are signed in')).findByText('This part did not load')).toBeTruthy();
  expect(await within(await part('Passkeys')).findByText('This part did not load')).toBeTruthy();
});

test('a passkey is added after a proof by another one, and a refusal of the device is shown', async () => {
  const authenticator = stubAuthenticator();
  let isProven = false;
  const { user, log } = open({
    'GET /api/desk/me': () => (isProven ? proven() : owner),
    [PASSKEYS]: () => ({ passkeys: [pixel] }),
    'POST /api/desk/me/prove/passkey/start': () => requestOptions,
    'POST /api/desk/me/prove/passkey': () => {
      isProven = true;
      return [204, null];
    },
    'POST /api/desk/me/passkeys/start': () => creationOptions,
    'POST /api/desk/me/passkeys': () => [201, proven()],
  });
  const passkeys = within(await part('Passkeys'));
  expect(await passkeys.findByText(/^added Sun, 22 Nov 2026, 10:00 AM/)).toBeTruthy();
  await user.click(await passkeys.findByRole('button', { name: 'Add a passkey' }));
  await user.click(await passkeys.findByRole('button', { name: 'Confirm with a passkey' }));
  const make = await passkeys.findByRole('button', { name: 'Make a passkey' });
  authenticator.fails = 'NotAllowedError';
  await user.click(make);
  expect(await passkeys.findByText(/The passkey was not made/)).toBeTruthy();
  authenticator.fails = 'InvalidStateError';
  await user.click(make);
  expect(await passkeys.findByText('This device holds a passkey of yours already.')).toBeTruthy();
  delete authenticator.fails;
  await user.click(make);
  expect(await passkeys.findByRole('button', { name: 'Add a passkey' })).toBeTruthy();
  expect(authenticator.calls).toEqual(['get', 'create', 'create', 'create']);
  expect(log.filter(({ call }) => call === 'POST /api/desk/me/passkeys')).toHaveLength(1);
});

test('the typed name of a passkey stays when the proof expires before it is made', async () => {
  stubAuthenticator();
  let isOver = true;
  const { user, log } = open({
    'GET /api/desk/me': proven,
    [PASSKEYS]: () => ({ passkeys: [pixel] }),
    'POST /api/desk/me/passkeys/start': () => (isOver ? [403, problem('proof_needed')] : creationOptions),
    'POST /api/desk/me/prove/passkey/start': () => requestOptions,
    'POST /api/desk/me/prove/passkey': () => {
      isOver = false;
      return [204, null];
    },
    'POST /api/desk/me/passkeys': () => [201, proven()],
  });
  const passkeys = within(await part('Passkeys'));
  await user.click(await passkeys.findByRole('button', { name: 'Add a passkey' }));
  const name = await passkeys.findByLabelText('Name of this passkey');
  await user.clear(name);
  await user.type(name, 'Red laptop{Enter}');
  await user.click(await passkeys.findByRole('button', { name: 'Confirm with a passkey' }));
  await user.click(await passkeys.findByRole('button', { name: 'Make a passkey' }));
  const added = () => log.find(({ call }) => call === 'POST /api/desk/me/passkeys')?.body;
  await waitFor(() => expect(added()).toMatchObject({ label: 'Red laptop' }));
});

test('a passkey is removed after a question, and the last key cannot be removed', async () => {
  let isRemoved = false;
  let isLastKey = true;
  const { user } = open({
    'GET /api/desk/me': proven,
    [PASSKEYS]: () => ({ passkeys: isRemoved ? [] : [pixel] }),
    'DELETE /api/desk/me/passkeys/{id}': ({ params }) => {
      expect(params).toEqual({ id: 'AAAA' });
      if (isLastKey) {
        isLastKey = false;
        return [409, problem('last_key')];
      }
      isRemoved = true;
      return [204, null];
    },
  });
  const passkeys = within(await part('Passkeys'));
  await user.click(await passkeys.findByRole('button', { name: 'Remove Pixel' }));
  await user.click(await passkeys.findByRole('button', { name: 'Remove' }));
  expect(await passkeys.findByText(/the only way you can sign in/)).toBeTruthy();
  await user.click(passkeys.getByRole('button', { name: 'Remove' }));
  expect(await passkeys.findByText('You have no passkey yet.')).toBeTruthy();
});

test('of a removal without an answer it is said that its outcome is unknown, and not that there is no network', async () => {
  const { user } = open({
    'GET /api/desk/me': () => ({ ...proven(), has_pin: true }),
    [PASSKEYS]: () => ({ passkeys: [pixel] }),
    'DELETE /api/desk/me/passkeys/{id}': () => 'no network',
    'DELETE /api/desk/me/pin': () => 'no network',
  });
  const passkeys = within(await part('Passkeys'));
  await user.click(await passkeys.findByRole('button', { name: 'Remove Pixel' }));
  await user.click(await passkeys.findByRole('button', { name: 'Remove' }));
  const pin = within(await part('PIN'));
  await user.click(await pin.findByRole('button', { name: 'Remove the PIN' }));
  await user.click(await pin.findByRole('button', { name: 'Remove the PIN' }));
  expect(await passkeys.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(await pin.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  for (const shown of [passkeys, pin]) expect(shown.queryByText(failureTexts.network)).toBeNull();
}, 20_000);

test('a passkey that was removed elsewhere meanwhile leaves the list with its question', async () => {
  let isGone = false;
  const { user } = open({
    'GET /api/desk/me': proven,
    [PASSKEYS]: () => ({ passkeys: isGone ? [] : [pixel] }),
    'DELETE /api/desk/me/passkeys/{id}': () => {
      isGone = true;
      return [404, problem('not_found')];
    },
  });
  const passkeys = within(await part('Passkeys'));
  await user.click(await passkeys.findByRole('button', { name: 'Remove Pixel' }));
  await user.click(await passkeys.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/^error: That did not work/)).toBeTruthy();
  expect(await passkeys.findByText('You have no passkey yet.')).toBeTruthy();
  expect(passkeys.queryByText(/^Remove Pixel\?/)).toBeNull();
});

test('a passkey that is removed late leaves the question about another one', async () => {
  const answer = deferred<[204, null]>();
  const phone = { ...pixel, id: 'BBBB', label: 'Phone' };
  const { user } = open({
    'GET /api/desk/me': proven,
    [PASSKEYS]: () => ({ passkeys: [pixel, phone] }),
    'DELETE /api/desk/me/passkeys/{id}': () => answer.promise,
  });
  const passkeys = within(await part('Passkeys'));
  await user.click(await passkeys.findByRole('button', { name: 'Remove Pixel' }));
  await user.click(await passkeys.findByRole('button', { name: 'Remove' }));
  await user.click(passkeys.getByRole('button', { name: 'Remove Phone' }));
  expect(await passkeys.findByText(/^Remove Phone\?/)).toBeTruthy();
  answer.resolve([204, null]);
  expect(await screen.findByText(/^success: .*Pixel/)).toBeTruthy();
  expect(passkeys.getByText(/^Remove Phone\?/)).toBeTruthy();
});

test('Escape in the question about a passkey leaves the focus in its section', async () => {
  const { user } = open({
    'GET /api/desk/me': proven,
    [PASSKEYS]: () => ({ passkeys: [pixel] }),
  });
  const section = await part('Passkeys');
  await user.click(await within(section).findByRole('button', { name: 'Remove Pixel' }));
  const remove = await within(section).findByRole('button', { name: 'Remove' });
  expect(document.activeElement).toBe(remove);
  await user.keyboard('{Escape}');
  expect(within(section).queryByRole('button', { name: 'Remove' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(section));
});

test('the person’s PIN is removed after a question', async () => {
  const { user, log } = open({
    'GET /api/desk/me': () => ({ ...proven(), has_pin: true }),
    'DELETE /api/desk/me/pin': () => [204, null],
  });
  const pin = within(await part('PIN'));
  await user.click(await pin.findByRole('button', { name: 'Remove the PIN' }));
  await user.click(await pin.findByRole('button', { name: 'Remove the PIN' }));
  expect(await pin.findByRole('button', { name: 'Change the PIN' })).toBeTruthy();
  expect(log.filter(({ call }) => call === 'DELETE /api/desk/me/pin')).toHaveLength(1);
});

test('a PIN that is not removed after the question was closed is reported as a toast', async () => {
  const REMOVE = 'DELETE /api/desk/me/pin';
  const answered = deferred<void>();
  const { user, log } = open({
    'GET /api/desk/me': () => ({ ...proven(), has_pin: true }),
    [REMOVE]: async () => {
      await answered.promise;
      return [409, problem('changed_meanwhile')];
    },
  });
  const pin = within(await part('PIN'));
  await user.click(await pin.findByRole('button', { name: 'Remove the PIN' }));
  await user.click(await pin.findByRole('button', { name: 'Remove the PIN' }));
  await waitFor(() => expect(log.some(({ call }) => call === REMOVE)).toBe(true));
  await user.click(pin.getByRole('button', { name: 'Keep it' }));
  expect(await pin.findByRole('button', { name: 'Change the PIN' })).toBeTruthy();
  answered.resolve();
  expect(await screen.findByText(/^error: That did not work \| Another person changed this/)).toBeTruthy();
});
