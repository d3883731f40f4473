import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { serve } from '@/testing/stand-in-server';
import { orderInfoQuery } from './order-info';
import { rememberPass } from './seen-passes';

const HOUR_MILLISECONDS = 3_600_000;
const ORDER = sampleOrder.orderid;

beforeEach(() => {
  // Passes are kept until a day after their game.
  vi.setSystemTime(sampleOrder.server_time);
  signIn();
});

test.each([
  ['an hour ago', -HOUR_MILLISECONDS],
  ['later than the present time of a clock that was set back', HOUR_MILLISECONDS],
])('a pass that was stored %s is shown at once and fetched again', async (_, ago) => {
  rememberPass({ ...sampleOrder, error: 0, name: 'As stored' }, Date.now() + ago);
  const log = serve({ 'GET /api/user/get_order_info': () => ({ ...sampleOrder, name: 'As it is' }) });
  const order = new QueryObserver(new QueryClient(), orderInfoQuery(ORDER));
  const leave = order.subscribe(() => {});
  expect(order.getCurrentResult().data?.name).toBe('As stored');
  await vi.waitFor(() => expect(order.getCurrentResult().data?.name).toBe('As it is'));
  expect(log).toHaveLength(1);
  leave();
});
