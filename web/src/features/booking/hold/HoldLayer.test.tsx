import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { signIn } from '@/testing/sign-in';
import { serve, success } from '@/testing/stand-in-server';
import { HoldLayer } from './HoldLayer';

const held = {
  orderid: '0198c9a1-0000-7000-8000-000000000001',
  venue_id: 1,
  venue: 'Riverside Arena',
  sport_id: 1,
  court_id: 103,
  court: 'Court 3',
  court_type: 'OUTDOOR' as const,
  date: '2026-11-22',
  time: '7:00 PM',
  starts_at: '2026-11-22T13:30:00Z',
  total_amount: 800,
  expires_at: '2026-11-21T04:40:00Z',
  payment_under_way: false,
  may_pay_online: false,
};

beforeEach(() => {
  cleanup();
  signIn();
});

test('the bar keeps the focus when the hold is read again, and counts down to the end that was read', async () => {
  let serverTime = '2026-11-21T04:30:00Z';
  const log = serve({
    'GET /api/user/own_courts': () => ({ ...success(), hold: held, bookings: [], server_time: serverTime }),
  });
  renderScreen({ path: '/about-us', component: HoldLayer });
  const finish = await screen.findByRole('link', { name: 'Finish' });
  expect(screen.getByRole('timer').textContent).toBe('10:00');
  const requestsBefore = log.length;
  finish.focus();
  serverTime = '2026-11-21T04:33:00Z';
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('7:00'));
  expect(log.length).toBeGreaterThan(requestsBefore);
  expect(document.activeElement).toBe(finish);
});
