import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { orderSearch } from '@/lib/search';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { serve } from '@/testing/stand-in-server';
import { CancelBookingPage } from './CancelBookingPage';
import { refundsOf } from './refund-steps';

const refund: NonNullable<typeof sampleOrder.refund> = {
  status: 'approved',
  amount: 800,
  reason: 'paid_twice',
  approved_at: '2026-11-21T13:30:00Z',
  due_at: null,
  issued_at: null,
  ended_at: null,
  at_desk: false,
  given_back_by: null,
};

const paid: typeof sampleOrder = {
  ...sampleOrder,
  orderid: '4071553902',
  status: 'confirmed',
  payment_status: 'paid',
  paid_amount: 800,
  due_amount: 0,
};

async function open(over: Partial<typeof sampleOrder>) {
  serve({ 'GET /api/user/get_order_info': () => ({ ...paid, ...over }) });
  const at = '/cancel-booking?orderId=4071553902';
  renderScreen({ path: '/cancel-booking', component: CancelBookingPage, search: orderSearch, at });
  await screen.findByText('#4071553902');
}

beforeEach(() => {
  signIn();
});

test('a second payment is shown with its amount and the progress of its refund', async () => {
  await open({ second_payments: [{ paid_amount: 800, refund }] });
  const second = within(screen.getByRole('region', { name: 'Paid a second time' }));
  expect(second.getByText('₹800')).toBeTruthy();
  expect(
    second.getByText(/^This booking was paid already when another ₹800 came\. The second payment goes back\.$/),
  ).toBeTruthy();
  expect(second.getByRole('status').textContent).toBe('₹800 is being sent back to what you paid with.');
  expect(screen.queryByRole('region', { name: 'Your refund' })).toBeNull();
});

test('a second payment that is the refund of the order is shown once', async () => {
  await open({ refund, refunds: [refund], second_payments: [{ paid_amount: 800, refund }] });
  expect(screen.getByRole('region', { name: 'Paid a second time' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Your refund' })).toBeNull();
});

test('an order without a second payment has no such card', async () => {
  await open({ second_payments: [] });
  expect(screen.queryByRole('region', { name: 'Paid a second time' })).toBeNull();
});

test('an order that was kept by an earlier version of the app shows a second payment as its refund', () => {
  const kept = { ...paid, refund, refunds: [refund] };
  delete (kept as Partial<typeof sampleOrder>).second_payments;
  expect(refundsOf(kept)).toEqual([refund]);
});
