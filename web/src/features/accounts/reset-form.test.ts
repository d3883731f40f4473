import * as v from 'valibot';
import { expect, test } from 'vitest';
import { resetForm } from './reset-form';

function messages(fields: { password: string; confirm: string }): string[] {
  return (v.safeParse(resetForm(6), fields).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
}

test('a new password and its repetition must match', () => {
  expect(messages({ password: 'dinkdink', confirm: 'dinkdonk' })).toEqual(['confirm: Passwords must match']);
  expect(messages({ password: 'dinkdink', confirm: 'dinkdink' })).toEqual([]);
});

test('the repetition is required', () => {
  expect(messages({ password: 'dinkdink', confirm: '' })[0]).toBe('confirm: Confirm Password is required');
});
