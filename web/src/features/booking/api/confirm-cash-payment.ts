import { answer, api } from '@/api/client';

/**
 * Confirms a held order, to be paid at the court. A repeated call has no further effect.
 * `total` is what the player sees, in rupees: for another amount nothing is booked.
 */
export function confirmCashPayment(orderid: string, promocode: string, total: number) {
  const query = { orderid, promocode, total_paise: Math.round(total * 100) };
  return answer(api.POST('/api/user/confirmCashPayment', { params: { query } }));
}
