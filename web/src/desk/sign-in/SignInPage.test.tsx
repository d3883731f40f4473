import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestOptions, stubAuthenticator } from '@/testing/authenticator';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { signInSearch } from '@/desk/lib/search';
import { SignInPage } from './SignInPage';

const TOTP = 'POST /api/desk/totp';
const START = 'POST /api/desk/passkey/start';
const FINISH = 'POST /api/desk/passkey/finish';
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(replies: DeskReplies, search = '') {
  const log = serveDesk(replies);
  const view = renderScreen({ path: '/sign-in', component: SignInPage, search: signInSearch, at: `/sign-in${search}` });
  return { ...view, log };
}

async function typeCode({ user }: ReturnType<typeof open>, phone: string, code: string) {
  await user.type(await screen.findByLabelText('Mobile number'), phone);
  await user.type(screen.getByLabelText('Code of the app'), code);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('number and code sign in and lead back to the screen where the person was', async () => {
  const view = open({ [TOTP]: () => sampleMe }, '?to=%2Fv%2F1%2Fboard%3Fday%3D2026-11-23');
  await typeCode(view, '+91 98250 41736', '123 456');
  await waitFor(() => expect(view.place()).toBe('/v/1/board?day=2026-11-23'));
  expect(view.log[0]?.body).toEqual({ phone: '9825041736', code: '123456' });
  expect(view.log[0]?.key).toMatch(/^[\da-f-]{36}$/);
  expect(view.queryClient.getQueryData(['me'])).toEqual(sampleMe);
});

test('after a wrong code the screen says what to do, and the field is empty', async () => {
  const view = open({ [TOTP]: () => [401, problem('wrong_code')] });
  await typeCode(view, '9825041736', '111111');
  expect(await screen.findByText(/do not belong together/)).toBeTruthy();
  expect(screen.getByLabelText('Code of the app')).toHaveProperty('value', '');
  expect(view.place()).toBe('/sign-in');
});

test('after a wrong code, an incomplete one is not sent either, and the screen says so', async () => {
  const view = open({ [TOTP]: () => [401, problem('wrong_code')] });
  await typeCode(view, '9825041736', '111111');
  await screen.findByText(/do not belong together/);
  await view.user.type(screen.getByLabelText('Code of the app'), '123{Enter}');
  expect(await screen.findByText('Six digits, from your authenticator app.')).toBeTruthy();
  expect(screen.queryByText(/do not belong together/)).toBeNull();
  expect(view.log).toHaveLength(1);
});

test('an invalid number or code is not sent', async () => {
  const view = open({});
  await typeCode(view, '98250', '12');
  expect(await screen.findByText('Ten digits, like 98250 41736.')).toBeTruthy();
  expect(screen.getByText('Six digits, from your authenticator app.')).toBeTruthy();
  await view.user.clear(screen.getByLabelText('Mobile number'));
  await view.user.type(screen.getByLabelText('Mobile number'), '+98250 41736{Enter}');
  expect(await screen.findByText('Write the ten digits of an Indian number, without +.')).toBeTruthy();
  expect(view.log).toEqual([]);
});

test('a passkey signs in without typing and leads back to the screen where the person was', async () => {
  stubAuthenticator();
  const view = open({ [START]: () => requestOptions, [FINISH]: () => sampleMe }, '?to=%2Fset-up%2Fkeys');
  await view.user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(view.place()).toBe('/set-up/keys'));
  expect(view.log.at(-1)?.body).toMatchObject({ credential: { id: 'AAAA', response: { signature: 'c2lnbmVk' } } });
  expect(view.queryClient.getQueryData(['me'])).toEqual(sampleMe);
});

test('after a cancelled passkey, or one that the server does not know, the screen says what to do', async () => {
  const authenticator = stubAuthenticator({ calls: [], fails: 'NotAllowedError' });
  const view = open({ [START]: () => requestOptions, [FINISH]: () => [401, problem('wrong_passkey')] });
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
  await view.user.click(button);
  expect(await screen.findByText(/The passkey was not used/)).toBeTruthy();
  delete authenticator.fails;
  await view.user.click(button);
  expect(await screen.findByText(/That passkey did not work/)).toBeTruthy();
  expect(view.place()).toBe('/sign-in');
});

test('a browser without passkeys says what to use', async () => {
  open({});
  expect(await screen.findByText(/This browser does not support passkeys/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});
