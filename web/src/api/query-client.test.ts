import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '@/lib/session';
import { queryClient } from './query-client';

afterEach(() => {
  endSession();
  queryClient.clear();
});

test('a logout removes the cached answers of the player, and the countdown that names an order', () => {
  startSession('so_1', { customer_id: '17', full_name: 'Asha Patel', email: '', phone_no: '+919876543210' });
  queryClient.setQueryData(['order', '4820193756'], {});
  queryClient.setQueryData(['venues'], []);
  localStorage.setItem('bookingStatusCountdown', '4820193756|1795000000000');
  endSession();
  expect(queryClient.getQueryData(['order', '4820193756'])).toBeUndefined();
  expect(queryClient.getQueryData(['venues'])).toEqual([]);
  expect(localStorage.getItem('bookingStatusCountdown')).toBeNull();
});
