import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { serve, success } from '@/testing/stand-in-server';
import { stubWindowWidth } from '@/testing/window-width';
import { HistoryDetailsPage } from './HistoryDetailsPage';

const inHours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

beforeEach(() => {
  signIn();
});
afterEach(() => {
  // The screen follows its order until it is removed.
  cleanup();
  vi.unstubAllGlobals();
});

test('a cancellation stays open, with the chosen reason, when the window gets another width', async () => {
  const resize = stubWindowWidth(80);
  const order = {
    ...sampleOrder,
    starts_at: inHours(30),
    cancel_before: inHours(24),
    server_time: inHours(0),
  };
  serve({
    'GET /api/user/get_order_info': () => order,
    'GET /api/user/getBookingHistory': () => ({
      ...success('ok'),
      data: { code: 'bookings' as const, message: '', params: {}, order: [] },
      server_time: inHours(0),
    }),
  });
  const { user } = renderScreen({
    path: '/history-details/$orderNumber',
    component: HistoryDetailsPage,
    at: `/history-details/${sampleOrder.orderid}`,
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel Booking' }));
  await user.click(await screen.findByRole('button', { name: 'Proceed to cancel' }));
  await user.click(await screen.findByLabelText('Unfavorable weather conditions'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account History');

  resize(24);
  const reason = () =>
    within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Unfavorable weather conditions');
  expect(reason().checked).toBe(true);
  expect(screen.queryByRole('heading', { name: 'Account History' })).toBeNull();
  resize(80);
  expect(reason().checked).toBe(true);
});
