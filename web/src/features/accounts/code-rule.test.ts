import { expect, test } from 'vitest';
import { codeProblem } from './code-rule';

test.each([
  ['', 'OTP is required'],
  ['123', 'OTP must be exactly 6 digits'],
  ['1234567', 'OTP must be exactly 6 digits'],
  ['12a456', 'OTP must be a 6-digit number'],
  ['123456', null],
])('the error of the code %j is %s', (code, problem) => {
  expect(codeProblem(code)).toBe(problem);
});
