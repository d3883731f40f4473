import * as v from 'valibot';
import { expect, test } from 'vitest';
import { passwordForm } from './password-form';

function messages(fields: { old: string; next: string; confirm: string }): string[] {
  return (v.safeParse(passwordForm(6), fields).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
}

test.each([
  [{ old: '', next: 'dinkdink', confirm: 'dinkdink' }, ['old: Please enter your current password.']],
  [{ old: 'pickle', next: 'dink', confirm: 'dink' }, ['next: New password must be at least 6 characters']],
  [{ old: 'pickle', next: '🏓🏓🏓', confirm: '🏓🏓🏓' }, ['next: New password must be at least 6 characters']],
  [{ old: 'pickle', next: 'dinkdink', confirm: 'dinkdonk' }, ['confirm: Oops! The passwords don’t match.']],
  [{ old: 'pickle', next: 'dinkdink', confirm: 'dinkdink' }, []],
])('the fields %j give %j', (fields, expected) => {
  expect(messages(fields)).toEqual(expected);
});
