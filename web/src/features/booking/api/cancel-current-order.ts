import { answer, api } from '@/api/client';

/** Lets a held court go (spec §4: closing the confirm window). Nothing held any more is a success too. */
export function cancelCurrentOrder(orderid: string) {
  return answer(api.POST('/api/user/cancel_current_order', { params: { query: { orderid } } }));
}
