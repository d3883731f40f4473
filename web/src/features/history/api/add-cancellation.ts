import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** POST /user/addCancellation. Asking twice brings the same answer, so trying again is safe. */
export function useAddCancellation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ orderNumber, reason }: { orderNumber: string; reason: string | null }) =>
      answer(api.POST('/api/user/addCancellation', { body: { order_id: orderNumber, reason } })),
    // Also after a failure: nobody knows then what the server did, and the screens must not show old news.
    // Not waited for: the next window must not hang on four slow answers.
    onSettled: () => {
      for (const key of ['order', 'history', 'slots', 'courts']) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}
