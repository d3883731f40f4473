import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test('a countdown that a reload has restored is removed from the device when it is over', async () => {
  localStorage.setItem('otpCountdown', '1018000');
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_000_000 });
  vi.resetModules();
  await import('./otp-cooldown');
  vi.advanceTimersByTime(17_999);
  expect(localStorage.getItem('otpCountdown')).toBe('1018000');
  vi.advanceTimersByTime(1);
  expect(localStorage.getItem('otpCountdown')).toBeNull();
});

test.each([
  ['of the limit of codes a day', 8_640, '9640000'],
  ['longer than three hours, which is cut to three hours,', 86_400, '11800000'],
])('a wait %s survives a reload', async (_, seconds, end) => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_000_000 });
  vi.resetModules();
  const { startOtpCooldown } = await import('./otp-cooldown');
  startOtpCooldown(seconds);
  vi.resetModules();
  await import('./otp-cooldown');
  expect(localStorage.getItem('otpCountdown')).toBe(end);
});

test('a clock that is set back does not prolong the wait', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 10_000_000 });
  vi.resetModules();
  const { startOtpCooldown } = await import('./otp-cooldown');
  startOtpCooldown(30);
  vi.advanceTimersByTime(5_000);
  // An hour back.
  vi.setSystemTime(6_405_000);
  vi.advanceTimersByTime(1_000);
  expect(localStorage.getItem('otpCountdown')).toBe('6431000');
  vi.advanceTimersByTime(25_000);
  expect(localStorage.getItem('otpCountdown')).toBeNull();
});
