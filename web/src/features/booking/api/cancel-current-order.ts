import { answer, api } from '@/api/client';

/**
 * Releases a held court (spec §4: closing the confirm window). Succeeds also if the hold has ended; refused if the
 * order is a booking or was one, and while its payment is under way.
 */
export function cancelCurrentOrder(orderid: string) {
  return answer(api.POST('/api/user/cancel_current_order', { params: { query: { orderid } } }));
}
