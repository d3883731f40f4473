import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '@/lib/session';
import { queryClient } from './query-client';

afterEach(() => {
  endSession();
  queryClient.clear();
});

/** The keys of the answers that depend on who is signed in. */
const PERSONAL = [['customer'], ['history'], ['order', '4820193756'], ['open-order', '4820193756'], ['own-courts']];

test('a logout removes the cached answers of the player, and the countdown that names an order', () => {
  startSession('so_1', { customer_id: '17', full_name: 'Asha Patel', email: '', phone_no: '+919876543210' });
  for (const queryKey of PERSONAL) queryClient.setQueryData(queryKey, {});
  queryClient.setQueryData(['venues'], []);
  localStorage.setItem('bookingStatusCountdown', '4820193756|1795000000000');
  endSession();
  expect(PERSONAL.filter((queryKey) => queryClient.getQueryData(queryKey) !== undefined)).toEqual([]);
  expect(queryClient.getQueryData(['venues'])).toEqual([]);
  expect(localStorage.getItem('bookingStatusCountdown')).toBeNull();
});
