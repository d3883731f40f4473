import { expect, test } from 'vitest';
import { sampleInstant } from '@/testing/desk-server';
import { dayRows, isOwn, openRefunds } from './day-rows';
import { manager, sampleDayMoney, samplePayment, sampleRefund } from './money.test-kit';

test('payments, refunds and cash without a booking are in one list, the newest first', () => {
  const safe = { id: '31', kind: 'safe' as const, amount_paise: -500_000, note: '', by: null, at: sampleInstant(1050) };
  const money = sampleDayMoney({
    movements: [safe],
    payments: [samplePayment({ id: '2', at: sampleInstant(1100) }), samplePayment({ id: '1', at: sampleInstant(900) })],
    refunds: [sampleRefund({ id: '7', paid_out_at: sampleInstant(1000) }), sampleRefund({ id: '8' })],
  });
  expect(dayRows(money).map(({ kind, at }) => [kind, at])).toEqual([
    ['payment', sampleInstant(1100)],
    ['movement', sampleInstant(1050)],
    ['refund', sampleInstant(1000)],
    ['payment', sampleInstant(900)],
  ]);
  expect(openRefunds(money).map(({ id }) => id)).toEqual(['8']);
});

test('a payment that was voided is own for the person who voided it, and not for the one who took it', () => {
  const { id: by_id, name } = manager.staff;
  const isOwnPayment = (changes: Parameters<typeof samplePayment>[0]) => {
    const [row] = dayRows(sampleDayMoney({ payments: [samplePayment(changes)] }));
    return row !== undefined && isOwn(row, manager);
  };
  expect(isOwnPayment({ by_id })).toBe(true);
  expect(isOwnPayment({ by_id: '99' })).toBe(false);
  const void_reason = 'Taken twice';
  expect(isOwnPayment({ by_id, void_reason, voided_by: 'Kiran Joshi' })).toBe(false);
  expect(isOwnPayment({ by_id: '99', void_reason, voided_by: name })).toBe(true);
});
