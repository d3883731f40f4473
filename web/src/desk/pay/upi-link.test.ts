import { expect, test } from 'vitest';
import { upiLink } from './upi-link';

test('a UPI link names the payee, the amount to the paisa and the booking, without a plus sign', () => {
  const payee = { address: 'old.mill@okbank', name: 'Old Mill & Sons' };
  expect(upiLink(payee, 72_250, '4820193756')).toBe(
    'upi://pay?pa=old.mill%40okbank&pn=Old%20Mill%20%26%20Sons&am=722.50&cu=INR&tr=SO4820193756&tn=Court%20booking%204820193756',
  );
});
