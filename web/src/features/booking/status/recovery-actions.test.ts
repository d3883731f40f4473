import { expect, test } from 'vitest';
import type { Refusal } from '@/lib/navigation-state';
import { recoveryActions } from './recovery-actions';

const refused = (by: Refusal['by'], code: string): Refusal => ({ orderid: '1', by, code, message: 'No.', coupon: '' });
const payer = { mayPayOnline: true };
const other = { mayPayOnline: false };

test('where online payment is refused, paying at the court comes first and online can be tried again', () => {
  expect(recoveryActions(payer, refused('online', 'payment_unavailable'))).toEqual(['court', 'online']);
});

test('a rule that closes online payment to this player is not tried again', () => {
  expect(recoveryActions(payer, refused('online', 'online_payment_off'))).toEqual(['court']);
  expect(recoveryActions(payer, refused('online', 'too_little_to_pay_online'))).toEqual(['court']);
});

test('too many games to pay at the court: which ones, and online where that is offered', () => {
  expect(recoveryActions(other, refused('court', 'too_many_unpaid'))).toEqual(['unpaid', 'finish']);
  expect(recoveryActions(payer, refused('court', 'too_many_unpaid'))).toEqual(['online', 'unpaid', 'finish']);
});

test('missed games: the desk is asked', () => {
  expect(recoveryActions(other, refused('court', 'pay_at_desk'))).toEqual(['desk', 'finish']);
});

test('anything else can be tried again; without a refusal the confirm window goes on', () => {
  expect(recoveryActions(other, refused('court', ''))).toEqual(['court']);
  expect(recoveryActions(payer, undefined)).toEqual(['finish']);
});
