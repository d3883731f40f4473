import { expect, test } from 'vitest';
import { checkoutSeconds } from './checkout';

test('the checkout closes before the hold ends, but stays open for at least a minute', () => {
  const now = '2026-11-21T04:30:00Z';
  expect(checkoutSeconds('2026-11-21T04:50:00Z', now)).toBe(1_110);
  expect(checkoutSeconds('2026-11-21T04:32:31.900Z', now)).toBe(61);
  expect(checkoutSeconds('2026-11-21T04:31:00Z', now)).toBe(60);
  expect(checkoutSeconds('2026-11-21T04:29:00Z', now)).toBe(60);
});
