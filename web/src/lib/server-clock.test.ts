import { expect, test } from 'vitest';
import { clockText, localEnd } from './server-clock';

test('the countdown ends on time on a device whose clock is two hours wrong', () => {
  const deviceNow = Date.parse('2026-11-21T11:00:00Z');
  const end = localEnd('2026-11-21T13:10:00Z', '2026-11-21T13:00:00Z', deviceNow);
  expect(end - deviceNow).toBe(600_000);
});

test('without the server’s time the end is used unchanged', () => {
  expect(localEnd('2026-11-21T13:10:00Z', null, 0)).toBe(Date.parse('2026-11-21T13:10:00Z'));
});

test('the last second is shown until it is over', () => {
  expect(clockText(247_000)).toBe('4:07');
  expect(clockText(1)).toBe('0:01');
  expect(clockText(-5)).toBe('0:00');
});
