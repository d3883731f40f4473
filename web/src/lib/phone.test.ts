import { expect, test } from 'vitest';
import { nationalDigits, PHONE_DIGITS, readablePhone, wirePhone } from './phone';

test('an Indian number is understood however it is written', () => {
  for (const typed of [
    '98765 43210',
    '+91 98765 43210',
    '+919876543210',
    '09876543210',
    '0091-98765-43210',
    '(98765) 43210',
  ]) {
    expect(wirePhone(typed)).toBe('+919876543210');
  }
});

test('a number that begins with 91 keeps its first digits', () => {
  expect(nationalDigits('9198765432')).toBe('9198765432');
});

test('a number with too many digits keeps them, so that the form refuses it', () => {
  expect(nationalDigits('987654321012')).toBe('987654321012');
});

test('a number of another country is not an Indian one that has the same ten digits', () => {
  for (const typed of ['+65 9123 4567', '(+65) 9123 4567', '+960 771-2345', '+9198765432', '+98765 43210']) {
    expect(nationalDigits(typed)).not.toHaveLength(PHONE_DIGITS);
  }
});

test('a number that is being typed with +91 is not whole before its last digit', () => {
  expect(nationalDigits('+91 98765 432')).toBe('98765432');
});

test('a stored number is shown in groups', () => {
  expect(readablePhone('+919876543210')).toBe('+91 98765 43210');
  expect(readablePhone('+1 555')).toBe('+1 555');
});
