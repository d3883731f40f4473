import { expect, test } from 'vitest';
import { typedPaise } from './typed-paise';

test.each([
  ['800', 80_000],
  ['₹1,000', 100_000],
  ['799.5', 79_950],
  [' 799.05 ', 79_905],
  ['0', 0],
])('%s is an amount', (text, paise) => {
  expect(typedPaise(text)).toBe(paise);
});

test.each(['', 'all', '-5', '1.234', '1e3', '12345678'])('%s is not an amount', (text) => {
  expect(typedPaise(text)).toBeNull();
});
