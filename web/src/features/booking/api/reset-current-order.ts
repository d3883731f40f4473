import { answer, api } from '@/api/client';

/** Tells the server that the checkout was closed; the court stays held to the end of its time. */
export function resetCurrentOrder(orderid: string) {
  return answer(api.POST('/api/user/reset_current_order', { params: { query: { orderid } } }));
}
