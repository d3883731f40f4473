import { renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { verificationSearch } from '@/lib/search';
import { startOtpCooldown } from '@/lib/otp-cooldown';
import { currentSession, endSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { samplePlayer } from '@/testing/samples';
import { refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { MobileVerificationPage } from './MobileVerificationPage';
import { resetTokenFor } from './reset-token';

const SIGN_UP = '/mobile-verification?user=h_1&reg=1&phone=%2B919876543210';
const FORGOT = '/mobile-verification?user=h_2&reg=0&forgot=true&phone=%2B919876543210';
const user_info = samplePlayer;
const SECRET: unknown = expect.stringMatching(/^[\w-]{43}$/);

function open(at: string, state?: Record<string, unknown>) {
  return renderScreen({
    path: '/mobile-verification',
    component: MobileVerificationPage,
    search: verificationSearch,
    at,
    state,
  });
}

async function type(user: ReturnType<typeof open>['user'], code: string) {
  await user.click(await screen.findByLabelText('Digit 1 of 6'));
  await user.keyboard(code);
}

beforeEach(() => {
  localStorage.clear();
  endSession();
  startOtpCooldown(0);
});

describe('registration path', () => {
  test('a right code signs in, shows a message, and opens login with the return address', async () => {
    const log = serve({ 'POST /api/otp': () => ({ ...success('ok'), token: 'so_1', user_info, user: '17' }) });
    const { user, place, placeState } = open(SIGN_UP, { returnUrl: '?venue=1&court=3' });
    await type(user, '123456');
    await waitFor(() => expect(place()).toBe('/login'));
    expect(placeState()['returnUrl']).toBe('?venue=1&court=3');
    expect(currentSession().token).toBe('so_1');
    expect(log[0]?.body).toEqual({ mobile_code: '123456', user: 'h_1', retry_secret: SECRET });
    expect(screen.getByText('success: | OTP Verified')).toBeTruthy();
  });

  test('error 2 opens the new password screen and keeps the reset token in memory, not in the address', async () => {
    serve({
      'POST /api/otp': () => ({
        ...success('You have an account.', 'must_set_password'),
        error: 2,
        user: 'h_9',
        reset_token: 'rt_9',
      }),
    });
    const { user, place } = open(SIGN_UP);
    await type(user, '123456');
    await waitFor(() => expect(place()).toBe('/change-password?user=h_9'));
    expect(resetTokenFor('h_9')).toBe('rt_9');
    expect(JSON.stringify({ ...localStorage })).not.toContain('rt_9');
  });

  test('a wrong code is refused and the boxes are empty again', async () => {
    serve({ 'POST /api/otp': () => refusal('verification_pending', 'Invalid OTP') });
    const { user, place } = open(SIGN_UP);
    await type(user, '999999');
    expect(await screen.findByText('error: | Invalid OTP')).toBeTruthy();
    expect(screen.getByText('That code did not match. Check the newest message and try again.')).toBeTruthy();
    expect(screen.queryByText('Invalid OTP'), 'reported once').toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Digit 1 of 6').value).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Digit 1 of 6'));
    expect(place()).toBe(SIGN_UP);
  });

  test('a code that comes while another one is checked is checked next', async () => {
    const first = deferred<Reply<'POST /api/otp'>>();
    const replies = [() => first.promise, () => ({ ...success('ok'), token: 'so_1', user_info, user: '17' })];
    const log = serve({ 'POST /api/otp': () => replies.shift()?.() ?? 'no network' });
    const { user, place } = open(SIGN_UP);
    await type(user, '999999');
    await waitFor(() => expect(log).toHaveLength(1));
    await user.paste('Your code is 123456');
    first.resolve(refusal('wrong_code', "That's not the code we sent."));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(log.map(({ body }) => body?.['mobile_code'])).toEqual(['999999', '123456']);
  });

  test('what is typed while a wrong code is checked stays', async () => {
    const first = deferred<Reply<'POST /api/otp'>>();
    const log = serve({ 'POST /api/otp': () => first.promise });
    const { user } = open(SIGN_UP);
    await type(user, '999999');
    await waitFor(() => expect(log).toHaveLength(1));
    await user.keyboard('{Backspace}');
    first.resolve(refusal('wrong_code', "That's not the code we sent."));
    expect(await screen.findByText("That's not the code we sent.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Digit 5 of 6').value).toBe('9');
  });

  test('a right code of a locked account shows why it is locked, not that the code was wrong', async () => {
    serve({ 'POST /api/otp': () => refusal('account_locked', 'This account is locked. Please call us.') });
    const { user } = open(SIGN_UP);
    await type(user, '123456');
    expect((await screen.findByRole('alert')).textContent).toBe('This account is locked. Please call us.');
    expect(screen.queryByText(/Invalid OTP/)).toBeNull();
    expect(screen.queryByText(/did not match/)).toBeNull();
  });

  test('a call whose answer was lost is sent again with the same secret, and signs in', async () => {
    let isLost = true;
    const log = serve({
      'POST /api/otp': () => (isLost ? 'no network' : { ...success('ok'), token: 'so_1', user_info, user: '17' }),
    });
    const { user, place } = open(SIGN_UP);
    await type(user, '123456');
    expect(await screen.findByRole('alert')).toBeTruthy();
    isLost = false;
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(currentSession().token).toBe('so_1');
    expect(log).toHaveLength(2);
    expect(log[1]?.body).toEqual(log[0]?.body);
    expect(log[0]?.body?.['retry_secret']).toEqual(SECRET);
  });

  test('an unfinished code is not sent', async () => {
    const log = serve({});
    const { user } = open(SIGN_UP);
    await type(user, '123');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('OTP must be exactly 6 digits')).toBeTruthy();
    expect(log).toEqual([]);
  });
});

describe('forgot path', () => {
  test('a right code opens the new password screen with the same handle', async () => {
    const log = serve({ 'POST /api/forgotverification': () => ({ ...success('ok'), reset_token: 'rt_2' }) });
    const { user, place } = open(FORGOT);
    await type(user, '123456');
    await waitFor(() => expect(place()).toBe('/change-password?user=h_2'));
    expect(log[0]?.body).toEqual({ code: '123456', user: 'h_2', retry_secret: SECRET });
    expect(resetTokenFor('h_2')).toBe('rt_2');
  });

  test('a call whose answer was lost is sent again with the same secret', async () => {
    let isLost = true;
    const log = serve({
      'POST /api/forgotverification': () => (isLost ? 'no network' : { ...success('ok'), reset_token: 'rt_2' }),
    });
    const { user, place } = open(FORGOT);
    await type(user, '123456');
    expect(await screen.findByRole('alert')).toBeTruthy();
    isLost = false;
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(place()).toBe('/change-password?user=h_2'));
    expect(log[1]?.body).toEqual(log[0]?.body);
  });
});

describe('requesting another code', () => {
  const sent: Reply<'POST /api/resendotp'> = refusal('code_sent', 'OTP Sent Successfully', 1);

  test('error 1 is a success and starts a cooldown of 30 seconds that a reload does not shorten', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    startOtpCooldown(0);
    serve({ 'POST /api/resendotp': () => sent });
    const { user } = open(SIGN_UP);
    await user.click(await screen.findByRole('button', { name: 'Resend OTP' }));
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resend OTP in 30s' });
    // The first box takes the focus.
    await waitFor(() => expect(waiting.disabled).toBe(true));
    expect(localStorage.getItem('otpCountdown')).toBe('1030000');

    // A reload twelve seconds later: the module is loaded again.
    vi.setSystemTime(1_012_000);
    vi.resetModules();
    const { useOtpCooldownEnd } = await import('@/lib/otp-cooldown');
    expect(renderHook(() => useOtpCooldownEnd()).result.current).toBe(1_030_000);
    // When it is over, nothing of it stays on the device.
    vi.setSystemTime(1_030_001);
    vi.resetModules();
    const { useOtpCooldownEnd: afterwards } = await import('@/lib/otp-cooldown');
    expect(renderHook(() => afterwards()).result.current).toBe(0);
    expect(localStorage.getItem('otpCountdown')).toBeNull();
    vi.useRealTimers();
  });

  test('what was said of the code before is not said of the new one', async () => {
    serve({
      'POST /api/otp': () => refusal('code_expired', "This code can't be used any more."),
      'POST /api/resendotp': () => sent,
    });
    const { user } = open(SIGN_UP);
    await type(user, '123456');
    expect(await screen.findByText("This code can't be used any more.")).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
    expect(await screen.findByText('success: | OTP Sent Successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("This code can't be used any more.")).toBeNull());
    expect(screen.getByLabelText('Digit 1 of 6').getAttribute('aria-invalid')).toBeNull();
  });

  test('a late answer about the code before says nothing of the new one', async () => {
    const answer = deferred<Reply<'POST /api/otp'>>();
    const log = serve({ 'POST /api/otp': () => answer.promise, 'POST /api/resendotp': () => sent });
    const { user } = open(SIGN_UP);
    await type(user, '123456');
    await waitFor(() => expect(log).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
    expect(await screen.findByText('success: | OTP Sent Successfully')).toBeTruthy();
    answer.resolve(refusal('code_expired', "This code can't be used any more."));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByText("This code can't be used any more.")).toBeNull();
    expect(screen.queryByText('error: | Invalid OTP')).toBeNull();
  });

  test('the browser is asked to read the new text message too', async () => {
    const get = vi.fn<(request: CredentialRequestOptions) => Promise<never>>(() => new Promise<never>(() => {}));
    vi.stubGlobal('OTPCredential', () => undefined);
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    serve({ 'POST /api/resendotp': () => sent });
    const { user } = open(SIGN_UP);
    await user.click(await screen.findByRole('button', { name: 'Resend OTP' }));
    await waitFor(() => expect(get).toHaveBeenCalledTimes(2));
    expect(get.mock.calls.map(([request]) => request.signal?.aborted)).toEqual([true, false]);
    Reflect.deleteProperty(navigator, 'credentials');
    Reflect.deleteProperty(window, 'OTPCredential');
  });

  test.each([0, 2, 5])('error %d is a failure', async (error) => {
    serve({ 'POST /api/resendotp': () => refusal('throttled', 'Not now.', error) });
    const { user } = open(SIGN_UP);
    await user.click(await screen.findByRole('button', { name: 'Resend OTP' }));
    expect(await screen.findByText('error: Fail to send OTP | Not now.')).toBeTruthy();
  });

  test('a refusal with a wait leaves the focus on the button, and a press during the wait sends nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    startOtpCooldown(0);
    const log = serve({
      'POST /api/resendotp': () => ({ ...refusal('throttled', 'Not now.', 2), retry_after: 60 }),
    });
    const { user } = open(SIGN_UP);
    await user.click(await screen.findByRole('button', { name: 'Resend OTP' }));
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resend OTP in 60s' });
    expect([waiting.disabled, waiting.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    expect(document.activeElement).toBe(waiting);
    await user.click(waiting);
    expect(log).toHaveLength(1);
    // The name, which a screen reader would read again each second, changes every ten seconds.
    vi.setSystemTime(1_003_000);
    await screen.findByText('Resend OTP in 57s');
    expect(waiting.getAttribute('aria-label')).toBe('Resend OTP in 60s');
    await user.tab();
    expect(waiting.disabled).toBe(true);
    vi.useRealTimers();
  });
});
