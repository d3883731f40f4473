import { answer, api } from '@/api/client';

/**
 * Releases a held court (spec §4: closing the confirm window). Succeeds also if the hold was released or has expired;
 * refused if the order is or was a booking, and while a payment of it is under way.
 */
export function cancelCurrentOrder(orderid: string) {
  return answer(api.POST('/api/user/cancel_current_order', { params: { query: { orderid } } }));
}
