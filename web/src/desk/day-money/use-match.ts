import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import { MONEY_WRITE } from '@/desk/api/money';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useRereadMoney } from '@/desk/api/use-reread-money';
import { dayMoneyTexts } from './texts';

/** Marks a UPI payment as found in the bank's list. */
export function useMatch(payment: string, amount_paise: number) {
  const reread = useRereadMoney();
  return useWrite<undefined>({
    mutationKey: MONEY_WRITE,
    write: (_, key) => call('post', '/api/desk/payments/{payment}/match', { params: { payment }, key }),
    onSuccess: () => toast.success(dayMoneyTexts.matched(rupees(amount_paise / 100))),
    onError: (cause) => toastWriteFailure(cause, dayMoneyTexts.notMatched),
    onSettled: reread,
  });
}
