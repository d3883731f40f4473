import { answer, api } from '@/api/client';

/** Notifies the server that the checkout was closed, so that it looks for a payment. A hold stays until it expires. */
export function resetCurrentOrder(orderid: string) {
  return answer(api.POST('/api/user/reset_current_order', { params: { query: { orderid } } }));
}
