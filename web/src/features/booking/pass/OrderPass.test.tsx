import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderInfo } from '@/api/order-info';
import { sampleOrder } from '@/testing/samples';
import { OrderPass } from './OrderPass';

/** The amounts on the pass, by their labels. */
function amounts(over: Partial<OrderInfo>) {
  const order: OrderInfo = { ...sampleOrder, error: 0, ...over };
  const { unmount } = render(<OrderPass order={order} passRef={null} />);
  const found = ['Paid', 'To pay at court', 'Total'].flatMap((label) => {
    const value = screen.queryByText(label)?.nextElementSibling?.textContent;
    return value === undefined ? [] : [`${label} ${value}`];
  });
  unmount();
  return found;
}

test('a pass says what is paid and what is to be paid', () => {
  expect(amounts({})).toEqual(['To pay at court ₹800']);
  expect(amounts({ paid_amount: 100, due_amount: 700 })).toEqual(['Paid ₹100', 'To pay at court ₹700']);
  expect(amounts({ payment_status: 'paid', paid_amount: 800, due_amount: 0 })).toEqual(['Paid ₹800']);
  expect(amounts({ status: 'cancelled', payment_status: 'unpaid', paid_amount: 100, due_amount: 0 })).toEqual([
    'Total ₹800',
  ]);
});
