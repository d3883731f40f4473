import { startSession } from '@/lib/session';

/** Signs a player in, in a browser without stored data. */
export function signIn() {
  localStorage.clear();
  startSession('so_1', { customer_id: '17', full_name: 'Asha Patel', email: 'a@b.in', phone_no: '+919876543210' });
}
