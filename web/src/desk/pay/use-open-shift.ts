import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import { MONEY_WRITE, type CashCount } from '@/desk/api/money';
import { hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { rupeesOfCount } from './cash-count';
import { takeMoneyTexts } from './texts';

/**
 * Begins a shift of a venue's drawer with the counted cash. If a colleague has just begun one, that counts as done. So does
 * a shift that an earlier attempt began whose answer was lost; if the count was corrected since, a toast says that the new
 * one is not recorded. If the form is closed before the answer comes, `onOpen` is not called, and a toast tells of a failure.
 */
export function useOpenShift(venue: number, onOpen: () => void) {
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const lost = useRef<CashCount>(null);
  return useWrite<unknown, CashCount>({
    mutationKey: MONEY_WRITE,
    write: async (body, key) => {
      try {
        await call('post', '/api/desk/venues/{venue}/shifts', { params: { venue }, body, key });
      } catch (cause) {
        if (!hasCode(cause, 'shift_open')) throw cause;
        const total = rupeesOfCount(body);
        if (lost.current !== null && rupeesOfCount(lost.current) !== total) {
          toast.warning(takeMoneyTexts.floatDropped(rupees(total)));
        }
      }
    },
    onSuccess: () => {
      if (isShown()) onOpen();
    },
    onError: (cause, body) => {
      // With several attempts the first one that could have begun the shift counts.
      if (isOutcomeUnknown(cause)) lost.current ??= body;
      if (!isShown()) toastWriteFailure(cause, takeMoneyTexts.floatFailed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['drawer', venue] }),
  });
}
