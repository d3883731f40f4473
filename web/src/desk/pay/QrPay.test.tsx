import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleInstant, serveDesk, type DeskReplies } from '@/testing/desk-server';
import type { Qr } from '@/desk/api/money';
import QrPay from './QrPay';

const MAKE = 'POST /api/desk/venues/{venue}/qrs';
const READ = 'GET /api/desk/qrs/{qr}';

const code = (changes: Partial<Qr> = {}): Qr => ({
  id: '5120',
  state: 'open',
  amount_paise: 85_000,
  content: 'upi://pay?pa=rzr.qr@icici&am=850.00&cu=INR',
  image_url: null,
  closes_at: sampleInstant(1120),
  receipt: null,
  refunded: null,
  bookings: [],
  ...changes,
});

beforeEach(() => vi.setSystemTime(sampleInstant(1104)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows a code of ₹850 in its window. */
function show(replies: DeskReplies) {
  serveDesk({ [MAKE]: () => [201, code()], [READ]: () => code(), ...replies });
  const request = { lines: [{ order: '4820193756', version: 7, amount_paise: 85_000 }], payer: null };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <QrPay venue={1} ahead={0} request={request} onPaid={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup() };
}

test('the window keeps the focus while a new code is made and its button is away', async () => {
  let isDown = true;
  const { user } = show({ [MAKE]: () => (isDown ? [409, problem('qr_off')] : new Promise<never>(() => {})) });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(again);
  await waitFor(() => expect(again.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement?.closest('dialog')).toBeInstanceOf(HTMLElement));
});
