import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/desk/api/client';
import { MONEY_WRITE, type CashCount } from '@/desk/api/money';
import { hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';

/** Begins a shift of a venue's drawer with the counted cash. If a colleague has just begun one, that counts as done. */
export function useOpenShift(venue: number, onOpen: () => void) {
  const queryClient = useQueryClient();
  return useWrite<unknown, CashCount>({
    mutationKey: MONEY_WRITE,
    write: async (body, key) => {
      try {
        await call('post', '/api/desk/venues/{venue}/shifts', { params: { venue }, body, key });
      } catch (cause) {
        if (!hasCode(cause, 'shift_open')) throw cause;
      }
    },
    onSuccess: onOpen,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['drawer', venue] }),
  });
}
