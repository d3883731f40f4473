import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { problem, sampleInstant, sampleQr, serveDesk, type DeskReplies } from '@/testing/desk-server';
import type { Qr } from '@/desk/api/money';
import QrPay from './QrPay';
import { takeMoneyTexts } from './texts';

const MAKE = 'POST /api/desk/venues/{venue}/qrs';
const READ = 'GET /api/desk/qrs/{qr}';
const CLOSE = 'DELETE /api/desk/qrs/{qr}';

beforeEach(() => vi.setSystemTime(sampleInstant(1104)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows a code of ₹850 in its window: `made`, or a new one. */
function show(replies: DeskReplies, made?: Qr) {
  serveDesk({ [MAKE]: () => [201, sampleQr()], [READ]: () => sampleQr(), ...replies });
  const request = { lines: [{ order: '4820193756', version: 7, amount_paise: 85_000 }], payer: null };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <QrPay
        venue={1}
        ahead={0}
        request={request}
        made={made}
        onMade={() => undefined}
        onPaid={() => undefined}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), queryClient };
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

test('a code that was not closed and is paid meanwhile shows no failure beside the payment', async () => {
  let isPaid = false;
  const { user, queryClient } = show({
    [READ]: () => (isPaid ? sampleQr({ state: 'paid', receipt: 'D1/26-27/000123' }) : sampleQr()),
    [CLOSE]: () => [409, problem('qr_off')],
  });
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  await user.click(screen.getByRole('button', { name: 'Take cash instead' }));
  await screen.findByText('The code could not be closed');
  isPaid = true;
  await queryClient.invalidateQueries({ queryKey: ['qr'] });
  await screen.findByText('Paid', { selector: 'p' });
  expect(screen.queryByText('The code could not be closed')).toBeNull();
});

test('a code that is shown again, and whose state did not load, is polled until it is paid', async () => {
  let isDown = true;
  show({ [READ]: () => (isDown ? [503, problem('unavailable')] : sampleQr({ state: 'paid' })) }, sampleQr());
  await screen.findByText(takeMoneyTexts.qrOffline);
  isDown = false;
  expect(await screen.findByText('Paid', { selector: 'p' }, { timeout: 10_000 })).toBeTruthy();
}, 15_000);

test('of a code without an answer the window does not say that it was not closed', async () => {
  const { user } = show({ [CLOSE]: () => [503, problem('unknown_outcome')] });
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  await user.click(screen.getByRole('button', { name: 'Take cash instead' }));
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByText('The code could not be closed')).toBeNull();
}, 15_000);

test('of a code without an answer the window does not say that there is none', async () => {
  show({ [MAKE]: () => [503, problem('unknown_outcome')] });
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByText('There is no code')).toBeNull();
}, 15_000);
