import { answer, api } from '@/api/client';

/** Releases a held court (spec §4: closing the confirm window). Succeeds also if the hold has ended. */
export function cancelCurrentOrder(orderid: string) {
  return answer(api.POST('/api/user/cancel_current_order', { params: { query: { orderid } } }));
}
