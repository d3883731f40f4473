import { renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { useOverlay } from '@/lib/loading';
import { currentSession, endSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { samplePlayer } from '@/testing/samples';
import { refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { LoginPage } from './LoginPage';

const user_info = samplePlayer;

function open(state?: Record<string, unknown>) {
  return renderScreen({ path: '/login', component: LoginPage, state });
}

async function signIn(user: ReturnType<typeof open>['user'], phone = '9876543210') {
  await user.type(await screen.findByLabelText('Phone number'), phone);
  await user.type(screen.getByLabelText('Password'), 'pickleball');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

const overlay = () => renderHook(() => useOverlay());

beforeEach(() => {
  localStorage.clear();
  endSession();
});

describe('login by the error number of its reply', () => {
  test('an error below 1 stores the session and goes home', async () => {
    const log = serve({ 'POST /api/login': () => ({ ...success(), token: 'so_1', user_info, user: '17' }) });
    const { user, place } = open();
    await signIn(user, '+91 98765 43210');
    await waitFor(() => expect(place()).toBe('/'));
    expect(currentSession().token).toBe('so_1');
    expect(localStorage.getItem('user_token')).toBe('so_1');
    expect(log[0]?.body).toMatchObject({ username: '+919876543210', password: 'pickleball' });
    expect(log[0]?.body?.['device_id']).toMatch(/^[A-Za-z0-9]{10}$/);
  });

  test('an error below 1 with a returnUrl goes to court selection with the query of the returnUrl', async () => {
    serve({ 'POST /api/login': () => ({ ...success(), error: -1, token: 'so_1', user_info, user: '17' }) });
    const { user, place } = open({ returnUrl: '?venue=1&date=2026-11-22&time=7:00 PM&court=3' });
    await signIn(user);
    await waitFor(() => expect(place()).toMatch(/^\/court-selection\?/));
    const query = new URLSearchParams(place().split('?')[1]);
    expect(query.get('date')).toBe('2026-11-22');
    expect(query.get('time')).toBe('7:00 PM');
    expect(query.get('court')).toBe('3');
  });

  test('error 3 goes to the code with reg 0 and keeps the way back', async () => {
    serve({
      'POST /api/login': () => ({
        ...success('Verification Pending', 'verification_pending'),
        error: 3,
        user: 'h_3',
        mobile_no: '+91 •3210',
      }),
    });
    const { user, place, placeState } = open({ returnTo: '/your-profile' });
    await signIn(user);
    await waitFor(() => expect(place()).toMatch(/^\/mobile-verification\?user=h_3&reg=0&/));
    expect(placeState()['returnTo']).toBe('/your-profile');
    expect(currentSession().token).toBeNull();
    expect(screen.getByText(/^warning: \| Verification Pending$/)).toBeTruthy();
  });

  test.each([1, 2, 4])('error %d is refused inline and by toast', async (error) => {
    serve({ 'POST /api/login': () => refusal('wrong_credentials', 'no', error) });
    const { user, place } = open();
    await signIn(user);
    expect(await screen.findByText('Invalid phone number, or password.')).toBeTruthy();
    expect(screen.getByText('error: Invalid login Credentials | Invalid phone number, or password.')).toBeTruthy();
    expect(place()).toBe('/login');
  });
});

test('the error of an unfinished number disappears with its last digit, although the number is then tidied', async () => {
  serve({});
  const { user } = open();
  const phone = await screen.findByLabelText<HTMLInputElement>('Phone number');
  await user.type(phone, '98765 4321');
  await user.tab();
  expect(await screen.findByText('Phone number must be 10 digits')).toBeTruthy();
  await user.type(phone, '0');
  expect(phone.value).toBe('9876543210');
  await waitFor(() => expect(screen.queryByText('Phone number must be 10 digits')).toBeNull());
  expect(document.activeElement).toBe(phone);
});

test('a locked account shows why it is locked, not that the password is wrong', async () => {
  serve({ 'POST /api/login': () => refusal('account_locked', 'This account is locked. Please call us.') });
  const { user } = open();
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toBe('This account is locked. Please call us.');
  expect(screen.queryByText(/Invalid phone number/)).toBeNull();
});

test('a network failure has an inline message of its own and starts no session', async () => {
  serve({ 'POST /api/login': () => 'no network' });
  const { user } = open();
  await signIn(user);
  expect(await screen.findByText('Invalid email, phone number, or password.')).toBeTruthy();
  expect(currentSession().token).toBeNull();
});

test('two taps send one request, under the loading overlay', async () => {
  const answer = deferred<Reply<'POST /api/login'>>();
  const log = serve({ 'POST /api/login': () => answer.promise });
  const { user } = open();
  await user.type(await screen.findByLabelText('Phone number'), '9876543210');
  await user.type(screen.getByLabelText('Password'), 'pickleball');
  await user.dblClick(screen.getByRole('button', { name: 'Sign In' }));
  expect(overlay().result.current, 'the loading overlay is shown meanwhile').toBe(true);
  answer.resolve(refusal('wrong_credentials', 'no'));
  await screen.findByText('Invalid phone number, or password.');
  expect(log).toHaveLength(1);
  await waitFor(() => expect(overlay().result.current).toBe(false));
});
