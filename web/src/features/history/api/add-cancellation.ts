import type { MutationFunctionContext } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { OWN_COURTS } from '@/api/own-courts';

/** A booking that its player cancels. */
export interface Cancellation {
  orderNumber: string;
  reason: string | null;
}

/** POST /user/addCancellation. A repeated call has no further effect, so a retry is safe. */
export async function addCancellation({ orderNumber, reason }: Cancellation, { client }: MutationFunctionContext) {
  try {
    return await answer(api.POST('/api/user/addCancellation', { body: { order_id: orderNumber, reason } }));
  } finally {
    // Also after a failure: the cancellation may have happened. Not awaited: the next window must not wait for slow
    // replies.
    for (const key of ['order', 'history', 'slots', 'courts', OWN_COURTS]) {
      void client.invalidateQueries({ queryKey: [key] });
    }
  }
}
