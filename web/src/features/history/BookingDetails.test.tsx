import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { OrderInfo } from '@/api/order-info';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { serve } from '@/testing/stand-in-server';
import { BookingDetails } from './BookingDetails';

beforeEach(() => {
  signIn();
});

test.each([
  [false, /^If your payment arrives, we book your court if we still can\./],
  [true, /^The venue had to close this court\. If your payment arrives and no court can be booked with it,/],
])('says what comes of a payment that outlasts its hold; the venue ended the hold: %s', async (closed, text) => {
  const order: OrderInfo = {
    ...sampleOrder,
    status: 'expired',
    hold_closed: closed,
    online_payment: { state: 'under_way', refund: 0, refund_reason: null },
  };
  serve({});
  renderScreen({ path: '/x', component: () => <BookingDetails order={order} level={1} /> });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a long coupon code leaves room for its discount on a small phone', async () => {
  const coupon = 'NAVRATRIPICKLEBALLFESTIVAL2026';
  const order: OrderInfo = { ...sampleOrder, coupon, discount: 50, total_amount: 750, due_amount: 750 };
  serve({});
  renderScreen({ path: '/x', component: () => <BookingDetails order={order} level={1} /> });
  const label = await screen.findByText(`Coupon ${coupon}`);
  expect(label.className).toContain('wrap-anywhere');
  expect(label.nextElementSibling?.textContent).toBe('−₹50');
});
