import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderInfo } from '@/api/order-info';
import { orderSearch } from '@/lib/search';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { serve } from '@/testing/stand-in-server';
import { BookingConfirmationPage } from './BookingConfirmationPage';

const ORDER = sampleOrder.orderid;

let send: (text: string) => void = () => undefined;

/** A stream of events that stays open. */
function openStream() {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

beforeEach(() => signIn());
afterEach(() => {
  // The screen follows its order until it is removed.
  cleanup();
  vi.unstubAllGlobals();
});

test('a pass that is on the screen says that its booking was cancelled meanwhile', async () => {
  let status: OrderInfo['status'] = 'confirmed';
  const log = serve({
    'GET /api/user/get_order_info': () => ({ ...sampleOrder, status }),
    'GET /api/user/order_events': openStream,
  });
  renderScreen({
    path: '/booking-confirmation',
    component: BookingConfirmationPage,
    search: orderSearch,
    at: `/booking-confirmation?orderId=${ORDER}`,
  });
  expect(await screen.findByRole('heading', { name: "You're on!" })).toBeTruthy();
  await waitFor(() => expect(log.map(({ call }) => call)).toContain('GET /api/user/order_events'));
  status = 'cancelled';
  act(() => send(`event: order\ndata: {"orderid":"${ORDER}","status":"cancelled"}\n\n`));
  expect(await screen.findByText('This booking is cancelled.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: "You're on!" })).toBeNull();
});
