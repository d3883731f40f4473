import { describe, expect, test } from 'vitest';
import { afterCode, afterResetCode } from './otp-outcome';

const user_info = { customer_id: '17', full_name: 'Asha Patel', email: 'a@b.in', phone_no: '+919876543210' };

describe('after the code of a registration or a step-up', () => {
  test('error 0 signs in with token and user', () => {
    expect(afterCode({ error: 0, message: '', token: 'so_1', user_info, user: '17' })).toEqual({
      kind: 'signed-in',
      token: 'so_1',
      user: user_info,
    });
  });

  test('error 2 asks for a new password for the returned user, with the reset token', () => {
    expect(afterCode({ error: 2, message: '', user: 'h_9', reset_token: 'rt_1' })).toEqual({
      kind: 'new-password',
      user: 'h_9',
      resetToken: 'rt_1',
    });
  });

  test.each([1, 3, -1, 7])('error %d is an invalid code', (error) => {
    expect(afterCode({ error, message: 'Invalid OTP', user: 'h_9' })).toEqual({ kind: 'invalid' });
  });

  test('a right code of a locked account is not an invalid code', () => {
    expect(afterCode({ error: 1, message: '', code: 'account_locked' })).toEqual({ kind: 'locked' });
  });

  test('a success without a token starts no session', () => {
    expect(afterCode({ error: 0, message: '' })).toEqual({ kind: 'invalid' });
  });
});

describe('after the code of a reset', () => {
  test('error 0 goes on to the new password with the handle of the screen', () => {
    expect(afterResetCode({ error: 0, message: '', reset_token: 'rt_2' }, 'h_2')).toEqual({
      kind: 'new-password',
      user: 'h_2',
      resetToken: 'rt_2',
    });
  });

  test.each([1, 2, 5])('error %d is an invalid code', (error) => {
    expect(afterResetCode({ error, message: 'Invalid OTP' }, 'h_2')).toEqual({ kind: 'invalid' });
  });

  test('a right code of a locked account is not an invalid code', () => {
    expect(afterResetCode({ error: 1, message: '', code: 'account_locked' }, 'h_2')).toEqual({ kind: 'locked' });
  });
});
