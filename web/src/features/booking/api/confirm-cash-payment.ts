import { answer, api } from '@/api/client';

/** Confirms a held order, to be paid at the court. Repeating it repeats the answer. */
export function confirmCashPayment(orderid: string, promocode: string) {
  return answer(api.POST('/api/user/confirmCashPayment', { params: { query: { orderid, promocode } } }));
}
