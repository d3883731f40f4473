import { expect, it } from 'vitest';
import { checkoutSeconds } from './checkout';

it('the window closes before the hold ends, and stays open for a minute at least', () => {
  const now = '2026-11-21T04:30:00Z';
  expect(checkoutSeconds('2026-11-21T04:50:00Z', now)).toBe(1_110);
  expect(checkoutSeconds('2026-11-21T04:32:31.900Z', now)).toBe(61);
  expect(checkoutSeconds('2026-11-21T04:31:00Z', now)).toBe(60);
  expect(checkoutSeconds('2026-11-21T04:29:00Z', now)).toBe(60);
});
