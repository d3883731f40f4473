import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

async function addCancellation(
  queryClient: QueryClient,
  { orderNumber, reason }: { orderNumber: string; reason: string | null },
) {
  try {
    return await answer(api.POST('/api/user/addCancellation', { body: { order_id: orderNumber, reason } }));
  } finally {
    // Also after a failure: nobody knows then what the server did, and the screens must not show old news.
    // Not waited for: the next window must not hang on four slow answers.
    for (const key of ['order', 'history', 'slots', 'courts']) {
      void queryClient.invalidateQueries({ queryKey: [key] });
    }
  }
}

/** POST /user/addCancellation. Asking twice brings the same answer, so trying again is safe. */
export function useAddCancellation() {
  const queryClient = useQueryClient();
  return (cancellation: { orderNumber: string; reason: string | null }) => addCancellation(queryClient, cancellation);
}
