import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { creationOptions, stubAuthenticator } from '@/testing/authenticator';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { renderScreen } from '@/testing/render-screen';
import { findKeptMe, forgetKept } from '@/desk/api/kept-data';
import { forgetLinkToken, linkToken, takeLinkToken } from '@/desk/lib/link-token';
import { JoinPage } from './JoinPage';

const USE = 'POST /api/desk/links/use';
const ME = 'GET /api/desk/me';
const toEnrol = { ...sampleMe, strength: 'link', must_enrol: true } as const;

beforeEach(forgetLinkToken);
afterEach(() => vi.unstubAllGlobals());

/** Opens the page by a link with this token; null opens it without one. */
function open(token: string | null, replies: DeskReplies) {
  history.replaceState(null, '', token === null ? '/desk/join' : `/desk/join#${token}`);
  takeLinkToken();
  const log = serveDesk(replies);
  return { ...renderScreen({ path: '/join', component: JoinPage }), log };
}

test('a link signs in once, and a person who need not enrol goes to the board', async () => {
  const { place, log } = open('abc', { [USE]: () => sampleMe });
  await waitFor(() => expect(place()).toBe('/'));
  expect(log.map(({ call, body }) => [call, body])).toEqual([
    [USE, { token: 'abc', retry_secret: expect.stringMatching(/^[\w-]{43}$/) }],
  ]);
  expect(linkToken()).toBeNull();
});

test('a person who must enrol sets up an app first', async () => {
  const { user, place, log } = open('abc', {
    [USE]: () => toEnrol,
    'POST /api/desk/me/totp/start': () => ({
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/BPC?secret=JBSWY3DPEHPK3PXP',
    }),
    'POST /api/desk/me/totp/confirm': () => ({ ...toEnrol, must_enrol: false }),
  });
  expect(await screen.findByRole('heading', { name: 'Welcome, Nisha' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Set up an app' }));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
  await user.type(screen.getByLabelText('Code of the app'), '12');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Six digits, as the app shows them now.')).toBeTruthy();
  await user.type(screen.getByLabelText('Code of the app'), '3456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(place()).toBe('/'));
  expect(log.at(-1)?.body).toEqual({ code: '123456' });
});

test('a person who must enrol makes a passkey with a name', async () => {
  stubAuthenticator();
  const { user, place, log } = open('abc', {
    [USE]: () => toEnrol,
    'POST /api/desk/me/passkeys/start': () => creationOptions,
    'POST /api/desk/me/passkeys': () => [201, { ...toEnrol, must_enrol: false, has_passkey: true }],
  });
  const name = await screen.findByLabelText('Name of this passkey');
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Make a passkey' }));
  expect(await screen.findByText('2 to 40 characters.')).toBeTruthy();
  await user.type(name, 'Nisha’s Pixel');
  await user.click(screen.getByRole('button', { name: 'Make a passkey' }));
  await waitFor(() => expect(place()).toBe('/'));
  expect(log.at(-1)?.body).toMatchObject({ label: 'Nisha’s Pixel', credential: { id: 'AAAA' } });
});

const started = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/BPC?secret=JBSWY3DPEHPK3PXP' };
const CONFIRM = 'POST /api/desk/me/totp/confirm';

test('a code of the app whose answer was lost stays, and the same code is sent again', async () => {
  let isLost = true;
  const { user, place, log } = open('abc', {
    [USE]: () => toEnrol,
    'POST /api/desk/me/totp/start': () => started,
    [CONFIRM]: () => (isLost ? 'no network' : { ...toEnrol, must_enrol: false }),
  });
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await user.type(await screen.findByLabelText('Code of the app'), '123456{Enter}');
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 10_000 })).toBeTruthy();
  const code = screen.getByLabelText<HTMLInputElement>('Code of the app');
  expect(code.value).toBe('123456');
  isLost = false;
  await user.type(code, '{Enter}');
  await waitFor(() => expect(place()).toBe('/'));
  const sent = log.filter(({ call }) => call === CONFIRM);
  expect(sent.length).toBeGreaterThan(2);
  expect(new Set(sent.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['{"code":"123456"}']));
});

test('an app whose set-up was confirmed although the answer was lost counts when the code is sent again', async () => {
  const { user, place } = open('abc', {
    [USE]: () => toEnrol,
    [ME]: () => ({ ...toEnrol, must_enrol: false }),
    'POST /api/desk/me/totp/start': () => started,
    [CONFIRM]: () => [409, problem('totp_not_started')],
  });
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await user.type(await screen.findByLabelText('Code of the app'), '654321{Enter}');
  await waitFor(() => expect(place()).toBe('/'));
});

test('a passkey that was added although its answer was lost counts', async () => {
  stubAuthenticator();
  const { user, place } = open('abc', {
    [USE]: () => toEnrol,
    [ME]: () => ({ ...toEnrol, must_enrol: false, has_passkey: true }),
    'POST /api/desk/me/passkeys/start': () => creationOptions,
    'POST /api/desk/me/passkeys': () => [503, problem('unknown_outcome')],
  });
  await user.click(await screen.findByRole('button', { name: 'Make a passkey' }));
  await waitFor(() => expect(place()).toBe('/'), { timeout: 10_000 });
});

test('of a passkey whose answer was lost it is said that its outcome is unknown', async () => {
  stubAuthenticator();
  const { user } = open('abc', {
    [USE]: () => toEnrol,
    [ME]: () => toEnrol,
    'POST /api/desk/me/passkeys/start': () => creationOptions,
    'POST /api/desk/me/passkeys': () => 'no network',
  });
  await user.click(await screen.findByRole('button', { name: 'Make a passkey' }));
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByText('No passkey was added')).toBeNull();
}, 20_000);

test('a used link leads to the sign-in and is not tried again', async () => {
  const { user, place, log } = open('abc', { [USE]: () => [401, problem('link_unknown')] });
  expect(await screen.findByText(/was used before, has expired, or is incomplete/)).toBeTruthy();
  expect(screen.getByText('The link did not work')).toBeTruthy();
  expect(log).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: 'To the sign-in' }));
  await waitFor(() => expect(place()).toBe('/sign-in'));
});

test('a request whose answer was lost can be sent again, with the same key and secret', async () => {
  let isLost = true;
  const { user, place, log } = open('abc', { [USE]: () => (isLost ? 'no network' : sampleMe) });
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  expect(screen.queryByText('The link did not work')).toBeNull();
  isLost = false;
  await user.click(retry);
  await waitFor(() => expect(place()).toBe('/'));
  expect(log.length).toBeGreaterThan(1);
  expect(new Set(log.map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
});

test('without a link, a signed-in person who must enrol can do so, and a signed-out one is led to the sign-in', async () => {
  open(null, { [ME]: () => toEnrol });
  expect(await screen.findByRole('heading', { name: 'Welcome, Nisha' })).toBeTruthy();
  open(null, { [ME]: () => [401, problem('signed_out')] });
  expect(await screen.findByRole('link', { name: 'To the sign-in' })).toBeTruthy();
});

test('a person is kept on this device as soon as they have enrolled', async () => {
  stubIndexedDb();
  await forgetKept();
  const enrolled = { ...toEnrol, must_enrol: false };
  const { user, place } = open('abc', {
    [USE]: () => toEnrol,
    'POST /api/desk/me/totp/start': () => started,
    [CONFIRM]: () => enrolled,
  });
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  expect(await findKeptMe()).toBeUndefined();
  await user.type(await screen.findByLabelText('Code of the app'), '123456{Enter}');
  await waitFor(() => expect(place()).toBe('/'));
  await vi.waitFor(async () => expect(await findKeptMe()).toEqual(enrolled));
});
