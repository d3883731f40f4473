import { expect, test } from 'vitest';
import type { Refusal } from '@/lib/navigation-state';
import { recoveryActions } from './recovery-actions';

const refused = (by: Refusal['by'], code: string): Refusal => ({ orderid: '1', by, code, message: 'No.', coupon: '' });
const payer = { mayPayOnline: true };
const other = { mayPayOnline: false };

test('a refused online payment offers paying at the court first, then paying online again', () => {
  expect(recoveryActions(payer, refused('online', 'payment_unavailable'))).toEqual(['court', 'online']);
});

test('online payment that the player may not use is not offered again', () => {
  expect(recoveryActions(payer, refused('online', 'online_payment_off'))).toEqual(['court']);
  expect(recoveryActions(payer, refused('online', 'too_little_to_pay_online'))).toEqual(['court']);
});

test('a player with too many unpaid games sees them, and may pay online where that is offered', () => {
  expect(recoveryActions(other, refused('court', 'too_many_unpaid'))).toEqual(['unpaid', 'finish']);
  expect(recoveryActions(payer, refused('court', 'too_many_unpaid'))).toEqual(['online', 'unpaid', 'finish']);
});

test('a player with missed games is sent to the desk', () => {
  expect(recoveryActions(other, refused('court', 'pay_at_desk'))).toEqual(['desk', 'finish']);
});

test('a player who is asked to call the desk can do nothing else', () => {
  expect(recoveryActions(payer, refused('court', 'call_the_desk'))).toEqual(['desk']);
});

test('a refusal without a code can be tried again; without a refusal the confirm window continues', () => {
  expect(recoveryActions(other, refused('court', ''))).toEqual(['court']);
  expect(recoveryActions(payer, undefined)).toEqual(['finish']);
});
