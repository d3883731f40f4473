import { expect, test } from 'vitest';
import { roundToPaise, rupees } from './money';

test('whole rupees have no paise, others have two digits, and lakhs are grouped as in India', () => {
  expect(rupees(800)).toBe('₹800');
  expect(rupees(799.5)).toBe('₹799.50');
  expect(rupees(100000)).toBe('₹1,00,000');
  expect(rupees(0)).toBe('₹0');
});

test('every amount is written as `Intl` writes Indian rupees', () => {
  const format = (digits: number) =>
    new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  for (const amount of [
    1, 99, 999, 1000, 1234, 99_999, 1_00_000, 12_34_567, 1_23_45_678, 98_76_54_321, -5, -1_50_000,
  ]) {
    expect(rupees(amount)).toBe(format(0).format(amount));
    expect(rupees(amount + 0.25)).toBe(format(2).format(amount + 0.25));
  }
});

test('calculated amounts are equal to the ones that they stand for', () => {
  expect(roundToPaise(256.1 - 226.1)).toBe(30);
  expect(roundToPaise(256.15 - 226.15)).toBe(30);
  expect(roundToPaise(100.35 + 110.05)).toBe(210.4);
});
