import { expect, test } from 'vitest';
import { fillIn, smsSize } from './sms';

test('a text of the basic alphabet has 160 places, and one letter beyond it leaves 70', () => {
  expect(smsSize('x'.repeat(160))).toEqual({ alphabet: 'basic', places: 160, messages: 1 });
  expect(smsSize('x'.repeat(161)).messages).toBe(2);
  expect(smsSize('x'.repeat(306)).messages).toBe(2);
  expect(smsSize('x'.repeat(307)).messages).toBe(3);
  expect(smsSize(`${'x'.repeat(69)}₹`)).toEqual({ alphabet: 'unicode', places: 70, messages: 1 });
  expect(smsSize(`${'x'.repeat(70)}₹`).messages).toBe(2);
  expect(smsSize('😀')).toEqual({ alphabet: 'unicode', places: 2, messages: 1 });
});

test('a letter of two places is not split between two messages', () => {
  expect(smsSize('€'.repeat(80))).toEqual({ alphabet: 'basic', places: 160, messages: 1 });
  // 153 places hold 76 of them, so 152 fill two parts.
  expect(smsSize('€'.repeat(152)).messages).toBe(2);
  expect(smsSize('€'.repeat(153)).messages).toBe(3);
});

test('placeholders are filled in, and an unknown one is named', () => {
  const placeholders = [{ name: 'code', sample: '481920' }];
  expect(fillIn('##code## is it.\n@h.example ###code##', placeholders)).toEqual({
    filled: '481920 is it.\n@h.example #481920',
    unknown: null,
  });
  expect(fillIn('##amount## of ##court##', placeholders)).toEqual({
    filled: '##amount## of ##court##',
    unknown: 'amount',
  });
});
