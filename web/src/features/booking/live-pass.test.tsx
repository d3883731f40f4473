import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderInfo } from '@/api/order-info';
import { orderSearch } from '@/lib/search';
import { renderScreen } from '@/testing/render-screen';
import { sampleOrder } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { serve, success } from '@/testing/stand-in-server';
import { BookingConfirmationPage } from './BookingConfirmationPage';
import { BookingStatusPage } from './BookingStatusPage';

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

/** Opens a page with the pass of a booking, and waits until it follows the booking; `cancel` cancels it. */
async function open(path: string, component: () => ReactNode) {
  let status: OrderInfo['status'] = 'confirmed';
  const log = serve({
    'GET /api/user/get_order_info': () => ({ ...sampleOrder, status }),
    'GET /api/user/own_courts': () => ({
      ...success(),
      hold: null,
      bookings: [],
      server_time: sampleOrder.server_time,
    }),
    'GET /api/user/order_events': openStream,
  });
  const { user, place } = renderScreen({ path, component, search: orderSearch, at: `${path}?orderId=${ORDER}` });
  expect(await screen.findByRole('heading', { name: "You're on!" })).toBeTruthy();
  await waitFor(() => expect(log.map(({ call }) => call)).toContain('GET /api/user/order_events'));
  const cancel = () => {
    status = 'cancelled';
    act(() => send(`event: order\ndata: {"orderid":"${ORDER}","status":"cancelled"}\n\n`));
  };
  return { user, place, cancel };
}

test('a pass that is on the screen says that its booking was cancelled meanwhile', async () => {
  const { cancel } = await open('/booking-confirmation', BookingConfirmationPage);
  const announced = screen.getAllByRole('status');
  cancel();
  const notice = await screen.findByText('This booking is cancelled.');
  expect(announced).toContain(notice.closest('[role="status"]'));
  expect(screen.queryByRole('heading', { name: "You're on!" })).toBeNull();
});

test.each([
  [{ status: 'expired', hold_closed: false }, 'The hold on this court ran out before it was booked.'],
  [{ status: 'expired', hold_closed: true }, 'The venue had to close this court before it was booked.'],
  [{ status: 'cancel_requested', cancelled_by: 'venue' }, 'The venue had to close this court.'],
  [{ status: 'cancelled', cancelled_by: 'venue' }, 'The venue had to close this court.'],
  [{ status: 'cancel_requested', cancelled_by: 'desk' }, 'The front desk cancelled this booking.'],
  [{ status: 'cancelled', cancelled_by: 'desk' }, 'The front desk cancelled this booking.'],
  [{ status: 'cancel_requested', cancelled_by: 'player' }, 'Cancellation of this booking is requested.'],
] as const)('a pass of %j says why its court is not booked', async (changed, text) => {
  serve({
    'GET /api/user/get_order_info': () => ({ ...sampleOrder, ...changed }),
    'GET /api/user/own_courts': () => ({
      ...success(),
      hold: null,
      bookings: [],
      server_time: sampleOrder.server_time,
    }),
    'GET /api/user/order_events': openStream,
  });
  const path = '/booking-confirmation';
  const at = `${path}?orderId=${ORDER}`;
  renderScreen({ path, component: BookingConfirmationPage, search: orderSearch, at });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('the pass of a played game does not say that its player is about to play', async () => {
  serve({
    'GET /api/user/get_order_info': () => ({ ...sampleOrder, status: 'completed' }),
    'GET /api/user/order_events': openStream,
  });
  const path = '/booking-confirmation';
  const at = `${path}?orderId=${ORDER}`;
  renderScreen({ path, component: BookingConfirmationPage, search: orderSearch, at });
  expect(await screen.findByRole('heading', { level: 2, name: 'Court 3' })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your booking'));
  expect(screen.queryByText(/See you on court/)).toBeNull();
});

test('the page of an outcome opens the pass if the booking was cancelled while the player stays there', async () => {
  const { user, place, cancel } = await open('/booking-status', BookingStatusPage);
  await user.click(screen.getByRole('button', { name: 'Stay here' }));
  cancel();
  await waitFor(() => expect(place()).toBe(`/booking-confirmation?orderId=${ORDER}`));
});
