import { expect, test } from 'vitest';
import { rupees } from './money';

test('whole rupees have no paise, others have two digits, and lakhs are grouped as in India', () => {
  expect(rupees(800)).toBe('₹800');
  expect(rupees(799.5)).toBe('₹799.50');
  expect(rupees(100000)).toBe('₹1,00,000');
  expect(rupees(0)).toBe('₹0');
});
