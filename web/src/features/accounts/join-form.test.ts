import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { PASSWORD_MIN } from '@/lib/password-min';
import { emptyJoinForm, joinForm, type JoinFields } from './join-form';

const good: JoinFields = {
  fullName: 'Asha Patel',
  email: 'asha@example.in',
  phoneNumber: '9876543210',
  birthdate: '1994-03-08',
  gender: 'female',
  password: 'dinkdink',
  agreeToTerms: true,
};

/** The first message of each field. */
function messages(fields: JoinFields): Record<string, string> {
  const checked = v.safeParse(joinForm(6), fields);
  const first: Record<string, string> = {};
  for (const issue of checked.issues ?? []) first[v.getDotPath(issue) ?? ''] ??= issue.message;
  return first;
}

describe('the sign-up form', () => {
  test('accepts complete details and reduces the phone number to ten digits', () => {
    expect(v.parse(joinForm(6), { ...good, phoneNumber: '+91 98765 43210' }).phoneNumber).toBe('9876543210');
  });

  test('says of every empty field that it is required', () => {
    expect(messages(emptyJoinForm)).toEqual({
      fullName: 'Full name is required',
      email: 'Email is required',
      phoneNumber: 'Phone number is required',
      birthdate: 'Birthdate is required',
      gender: 'Select your gender.',
      password: 'Password is required',
      agreeToTerms: 'You must agree to the terms and conditions',
    });
  });

  test.each([
    ['Al', 'Full name must be at least 3 characters'],
    ['A'.repeat(51), 'Full name cannot exceed 50 characters'],
    ['1Asha', 'Full name must start with a letter.'],
    ['Asha<b>', 'Full name must start with a letter.'],
    ['José', undefined],
    ["O'Brien", undefined],
    ['अमित', undefined],
    ['Asha_2 Patel', undefined],
    ['A'.repeat(50), undefined],
    ['Ash', undefined],
  ])('the error of the full name %j is %s', (fullName, message) => {
    expect(messages({ ...good, fullName })['fullName']).toBe(message);
  });

  test.each([
    ['asha', 'Invalid email address'],
    ['asha@', 'Invalid email address'],
    ['asha@example', 'Invalid email address'],
    ['asha@example..in', 'Invalid email address'],
    ['.asha@example.in', 'Invalid email address'],
    ['asha@-x.in', 'Invalid email address'],
    ['asha@127.0.0.1', 'Invalid email address'],
    [' asha@example.in ', undefined],
    ['a.b+tag@mail.example.co.in', undefined],
    ["o'neil@x-y.io", undefined],
  ])('the error of the email %j is %s', (email, message) => {
    expect(messages({ ...good, email })['email']).toBe(message);
  });

  test.each([
    ['98765', 'Phone number must be 10 digits'],
    ['98765432101', 'Phone number must be 10 digits'],
    ['+9198765', 'Phone number must be 10 digits'],
    ['+65 9123 4567', 'Write the 10 digits of an Indian number, without +'],
    ['+98765 43210', 'Write the 10 digits of an Indian number, without +'],
    ['+44 7911 123456', 'Write the 10 digits of an Indian number, without +'],
    ['98765 43210', undefined],
    ['098765 43210', undefined],
    ['0091-98765-43210', undefined],
  ])('the error of the phone %j is %s', (phoneNumber, message) => {
    expect(messages({ ...good, phoneNumber })['phoneNumber']).toBe(message);
  });

  test('the form refuses a birthdate in the future', () => {
    expect(messages({ ...good, birthdate: '2999-01-01' })['birthdate']).toBe('Birthdate cannot be in the future');
  });

  test('a password needs as many characters as the server requires, six by default', () => {
    const problems = (least: number, password: string) =>
      v.safeParse(joinForm(least), { ...good, password }).issues?.map(({ message }) => message);
    expect(problems(PASSWORD_MIN, 'dinkd')).toEqual(['Password must be at least 6 characters']);
    expect(problems(PASSWORD_MIN, 'dinkdi')).toBeUndefined();
    expect(problems(8, 'dinkdin')).toEqual(['Password must be at least 8 characters']);
    expect(problems(8, 'dinkdink')).toBeUndefined();
  });

  test('an emoji in a password counts as one character, as it does on the server', () => {
    const isValid = (password: string) => v.safeParse(joinForm(6), { ...good, password }).success;
    expect([isValid('dink🏓🏓'), isValid('🏓🏓🏓')]).toEqual([true, false]);
  });
});
