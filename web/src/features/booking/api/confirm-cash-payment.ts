import { answer, api } from '@/api/client';

/** Confirms a held order, to be paid at the court. A repeated call has no further effect and gets the same answer. */
export function confirmCashPayment(orderid: string, promocode: string) {
  return answer(api.POST('/api/user/confirmCashPayment', { params: { query: { orderid, promocode } } }));
}
