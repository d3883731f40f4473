import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import type { ClosureRequest } from '@/desk/api/closures';
import { useWrite } from '@/desk/api/use-write';
import { closeTexts } from './texts';

/** Closes courts and opens the watch of the closure. */
export function useClose(venue: number, onClosed: (closure: string) => void) {
  const queryClient = useQueryClient();
  return useWrite({
    write: (body: ClosureRequest, key) =>
      call('post', '/api/desk/venues/{venue}/closures', { params: { venue }, body, key }),
    onSuccess: ({ id }, { courts }) => {
      toast.success(closeTexts.closed(courts.length));
      onClosed(id);
    },
    // A refusal may mean that a court there was booked or closed meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: ['closure preview'] }),
    onSettled: () =>
      Promise.all([['board'], ['closures']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
