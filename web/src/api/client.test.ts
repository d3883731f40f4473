import { beforeEach, expect, test, vi } from 'vitest';
import { currentSession, endSession, startSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { signIn } from '@/testing/sign-in';
import { ApiFailure } from './api-failure';
import { rememberApiKey } from './api-key';
import { answer, api, succeeded } from './client';
import { fetchApiKey } from './fetch-api-key';

const sent: { url: string; init: RequestInit }[] = [];

function reply(status: number, body: object) {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/api/app-config') return Response.json({ error: 0, message: '', api_key: 'key-1' });
    sent.push({ url, init });
    return Object.defineProperty(Response.json(body, { status }), 'url', { value: new URL(url, location.origin).href });
  });
}

const header = (name: string) => new Headers(sent[0]?.init.headers).get(name);

beforeEach(() => {
  localStorage.clear();
  endSession();
});

test('a call carries the api-key, and its body is JSON', async () => {
  reply(200, { error: 0, message: 'ok' });
  const body = { username: '+919876543210', password: 'x', device_id: 'a' };
  await answer(api.POST('/api/login', { body }));
  expect(header('api-key')).toBe('key-1');
  expect(header('content-type')).toBe('application/json');
  expect(sent[0]?.init.body).toBe(JSON.stringify(body));
  expect(header('authorization'), 'there is no session').toBeNull();
});

test('calls of a player carry the token', async () => {
  signIn();
  reply(200, { error: 0, message: 'ok', data: { order: [] } });
  await answer(api.GET('/api/user/getBookingHistory'));
  expect(header('authorization')).toBe('Bearer so_1');
});

test.each([
  [0, true],
  [-1, true],
  ['0', true],
  [1, false],
  ['1', false],
  [3, false],
])('error %j is success: %j', (error, success) => {
  expect(succeeded({ error })).toBe(success);
});

test('a token that the server does not know ends the session', async () => {
  signIn();
  reply(401, { error: 1, message: 'Sign in again.', code: 'unauthorized' });
  await expect(answer(api.GET('/api/user/getcustomerinfo'))).rejects.toThrow(ApiFailure);
  expect(currentSession()).toMatchObject({ token: null, ended: true });
});

test('a late reply to a call of an earlier session does not end the present one', async () => {
  const user = { customer_id: '17', full_name: 'Asha', email: 'a@b.in', phone_no: '+919876543210' };
  startSession('so_1', user);
  const late = deferred<Response>();
  const fetched = vi.fn<() => Promise<Response>>(() => late.promise);
  rememberApiKey('key-1');
  vi.stubGlobal('fetch', fetched);
  const reply = answer(api.GET('/api/user/getcustomerinfo'));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  startSession('so_2', user);
  const refused = Response.json({ error: 1, message: 'Sign in again.', code: 'bad_token' }, { status: 401 });
  late.resolve(Object.defineProperty(refused, 'url', { value: `${location.origin}/api/user/getcustomerinfo` }));
  await expect(reply).rejects.toThrow(ApiFailure);
  expect(currentSession()).toMatchObject({ token: 'so_2', ended: false });
});

/** A server whose api-key was changed to `key-2`; the page has `key-1`. Its app-config names `known`. */
function changedKey(known: string) {
  signIn();
  rememberApiKey('key-1');
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/api/app-config') return Response.json({ error: 0, message: '', api_key: known });
    const key = new Headers(init.headers).get('api-key');
    keys.push(key);
    if (key === 'key-2') return Response.json({ error: 0, message: 'ok' });
    const refused = Response.json({ error: 1, message: 'Reload the page.', code: 'bad_api_key' }, { status: 401 });
    return Object.defineProperty(refused, 'url', { value: new URL(url, location.origin).href });
  });
  return keys;
}

test('a call whose api-key was changed is sent once more with the new one', async () => {
  const keys = changedKey('key-2');
  const query = { orderid: '4820193756' };
  expect(await answer(api.POST('/api/user/cancel_current_order', { params: { query } }))).toMatchObject({ error: 0 });
  expect(keys).toEqual(['key-1', 'key-2']);
});

test('a call whose api-key is refused twice fails, and the session goes on', async () => {
  const keys = changedKey('key-1');
  const query = { orderid: '4820193756' };
  await expect(answer(api.POST('/api/user/cancel_current_order', { params: { query } }))).rejects.toMatchObject({
    code: 'bad_api_key',
    endsSession: false,
    hasUnknownOutcome: false,
  });
  expect(keys).toEqual(['key-1', 'key-1']);
  expect(currentSession()).toMatchObject({ token: 'so_1', ended: false });
});

test('a call that takes too long is given up as a timeout', async () => {
  rememberApiKey('key-1');
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    return Response.json({});
  });
  await expect(answer(api.GET('/api/getvenue'))).rejects.toMatchObject({ code: 'timeout', status: 0 });
  expect(limit.mock.calls).toEqual([[15_000]]);
  limit.mockRestore();
});

/** A body that breaks off while it is read. */
const cutOff = () => new ReadableStream({ start: (controller) => controller.error(new TypeError('network down')) });

test.each([
  ['cut off', cutOff],
  ['not the server’s', () => '<h1>Log in to this network</h1>'],
])('after a reply whose body is %s it is not known if the call was executed', async (_, body) => {
  rememberApiKey('key-1');
  vi.stubGlobal('fetch', async () => new Response(body(), { headers: { 'content-type': 'application/json' } }));
  const query = { orderid: '4820193756', promocode: '', total_paise: 80_000 };
  await expect(answer(api.POST('/api/user/confirmCashPayment', { params: { query } }))).rejects.toMatchObject({
    code: 'network',
    hasUnknownOutcome: true,
  });
});

test('a configuration that is not the server’s is a call without a reply', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Log in to this network</h1>'));
  await expect(fetchApiKey()).rejects.toMatchObject({ code: 'network', status: 0 });
});

test.each([
  [502, true],
  [504, true],
  [500, false],
  [503, false],
])('after an error page of status %s it is not known if the call was executed: %s', async (status, isUnknown) => {
  rememberApiKey('key-1');
  vi.stubGlobal('fetch', async () => new Response('<h1>Error</h1>', { status }));
  await expect(answer(api.GET('/api/getvenue'))).rejects.toMatchObject({
    status,
    code: `http_${status}`,
    hasUnknownOutcome: isUnknown,
  });
});
