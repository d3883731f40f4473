import { answer, api } from '@/api/client';

/** Notifies the server that the checkout was closed; the court stays held until its hold expires. */
export function resetCurrentOrder(orderid: string) {
  return answer(api.POST('/api/user/reset_current_order', { params: { query: { orderid } } }));
}
