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
  status: 'failed',
  amount: 770,
  reason: 'cancelled',
  approved_at: '2026-11-21T13:30:00Z',
  due_at: null,
  issued_at: '2026-11-27T05:30:02Z',
  ended_at: '2026-11-27T06:30:00Z',
  at_desk: false,
  given_back_by: null,
};

function open(over: Partial<typeof sampleOrder>) {
  const order: typeof sampleOrder = {
    ...sampleOrder,
    orderid: '4071553902',
    status: 'cancelled',
    payment_status: 'paid',
    paid_amount: 800,
    due_amount: 0,
    date: '2026-11-29',
    starts_at: '2026-11-29T13:30:00Z',
    can_cancel: false,
    cancel_before: '2026-11-29T07:30:00Z',
    refund_amount: 770,
    server_time: '2026-11-28T13:30:00Z',
    ...over,
    refunds: over.refunds ?? (over.refund ? [over.refund] : []),
  };
  serve({ 'GET /api/user/get_order_info': () => order });
  const at = '/cancel-booking?orderId=4071553902';
  renderScreen({ path: '/cancel-booking', component: CancelBookingPage, search: orderSearch, at });
  return screen.findByRole('region', { name: 'Your refund' });
}

beforeEach(() => {
  signIn();
});

test('a failed refund shows the failure, the amount kept and whom to call', async () => {
  const card = within(await open({ cancelled_by: 'player', refund }));
  expect(card.getByText('₹770')).toBeTruthy();
  expect(card.getByRole('status').textContent).toContain('₹770 could not be sent back yet. Nothing is lost');
  expect(card.getByText('The bank charge of ₹30 is kept.')).toBeTruthy();
  expect((await card.findByRole('link', { name: 'Call the front desk' })).getAttribute('href')).toMatch(/^tel:\+91/);
});

test('the days of a refund are those of the booking’s venue', async () => {
  const sent = { ...refund, status: 'issued' as const, issued_at: '2026-11-27T19:30:00Z' };
  const card = within(await open({ cancelled_by: 'player', refund: sent, timezone: 'Asia/Dubai' }));
  expect(card.getByText('Fri, 27 Nov')).toBeTruthy();
});

test('the amount that the front desk kept is called the bank charge only if it is equal to it', async () => {
  const decided = { ...refund, status: 'approved' as const, amount: 500 };
  const card = within(
    await open({ cancelled_by: 'desk', cancel_reason: 'Lights failed', refund_amount: 500, refund: decided }),
  );
  expect(screen.getByText('The front desk cancelled this booking.')).toBeTruthy();
  expect(card.getByText('₹300 of what you paid is kept, as the front desk decided.')).toBeTruthy();
  expect(card.queryByText(/bank charge/)).toBeNull();
});

test('if the front desk cancels by the policy, only the bank charge is kept', async () => {
  const card = within(await open({ cancelled_by: 'desk', refund }));
  expect(card.getByText('The bank charge of ₹30 is kept.')).toBeTruthy();
});

test('the bank charge is recognized if the amounts have paise', async () => {
  const part = { ...refund, amount: 226.1 };
  const card = within(
    await open({
      cancelled_by: 'desk',
      paid_amount: 256.1,
      refund_amount: 226.1,
      refund: part,
      payment_status: 'unpaid',
    }),
  );
  expect(card.getByText('The bank charge of ₹30 is kept.')).toBeTruthy();
});

test('of a booking that was paid in part, only what was paid can be kept', async () => {
  const part = { ...refund, status: 'approved' as const, amount: 70 };
  const paid = { payment_status: 'unpaid', paid_amount: 100, refund_amount: 70 } as const;
  const card = within(await open({ cancelled_by: 'player', refund: part, ...paid }));
  expect(card.getByText('The bank charge of ₹30 is kept.')).toBeTruthy();
  expect(screen.getByText('Paid').nextElementSibling?.textContent).toBe('₹100');
  expect(screen.queryByText('To pay at the court')).toBeNull();
});

test('a booking that the venue cancelled shows who, why and a full refund', async () => {
  const whole = { ...refund, status: 'processed' as const, amount: 800, reason: 'venue_closed' };
  const card = within(
    await open({ cancelled_by: 'venue', cancel_reason: 'Rain on court', refund_amount: 800, refund: whole }),
  );
  expect(screen.getByText('The venue had to close this court')).toBeTruthy();
  expect(screen.getByText('Rain on court. We are sorry about your game.')).toBeTruthy();
  expect(card.queryByText(/bank charge/)).toBeNull();
  expect(card.queryByRole('link')).toBeNull();
  expect(card.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    'Promised, doneSat, 21 Nov',
    'Sent, doneFri, 27 Nov',
    'With your bank, doneFri, 27 Nov',
  ]);
});

test('what was rounded off a payment in cash is not said to be kept', async () => {
  const atDesk = { status: 'approved', issued_at: null, ended_at: null, at_desk: true } as const;
  const whole = { ...refund, ...atDesk, amount: 722, reason: 'venue_closed' };
  const card = within(await open({ cancelled_by: 'venue', paid_amount: 722.5, refund_amount: 722, refund: whole }));
  expect(card.getByText('₹722')).toBeTruthy();
  expect(card.queryByText(/is kept/)).toBeNull();
});

test('of a game that had begun when its court was closed, the part that is kept is named', async () => {
  const half = { ...refund, status: 'approved' as const, amount: 400, reason: 'venue_closed' };
  const card = within(await open({ cancelled_by: 'venue', refund_amount: 400, refund: half }));
  expect(card.getByText('₹400')).toBeTruthy();
  expect(card.getByText('₹400 of what you paid is kept, as the front desk decided.')).toBeTruthy();
  expect(card.queryByText(/bank charge/)).toBeNull();
});

test('of a booking that was paid online and at the desk both parts are shown with their sum', async () => {
  const sent = { ...refund, status: 'approved' as const, amount: 470, due_at: '2026-12-04T05:30:00Z' };
  const waits = { ...refund, status: 'approved' as const, amount: 300, issued_at: null, ended_at: null, at_desk: true };
  const card = within(await open({ cancelled_by: 'player', refund: sent, refunds: [sent, waits] }));
  expect(card.getByText('₹770')).toBeTruthy();
  expect(card.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('₹470'),
    '₹300 waits for you at the desk. Show your order number there.',
  ]);
  expect(card.getAllByText('The bank charge of ₹30 is kept.')).toHaveLength(1);
});

test('a booking that was kept by an earlier version of the app shows its one refund', async () => {
  const kept = { ...sampleOrder, refund };
  delete (kept as Partial<typeof sampleOrder>).refunds;
  expect(refundsOf(kept)).toEqual([refund]);
});
