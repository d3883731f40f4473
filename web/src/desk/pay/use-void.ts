import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import { MONEY_WRITE } from '@/desk/api/money';
import { useWrite } from '@/desk/api/use-write';
import type { Approval } from '@/desk/approve/use-approval';
import { takeMoneyTexts } from './texts';
import { useRereadMoney } from '@/desk/api/use-reread-money';

/** Voids a payment that was taken by mistake, with a reason. */
export function useVoid(
  payment: string,
  amount_paise: number,
  { onDone, onRefused }: { onDone: () => void; onRefused: (cause: Error) => void },
) {
  const reread = useRereadMoney();
  return useWrite<undefined, { reason: string; approval: Approval | undefined }>({
    mutationKey: MONEY_WRITE,
    write: ({ reason, approval }, key) => {
      const body = { reason, ...(approval !== undefined && { approval }) };
      return call('post', '/api/desk/payments/{payment}/void', { params: { payment }, body, key });
    },
    onSuccess: () => {
      toast.success(takeMoneyTexts.voided(rupees(amount_paise / 100)));
      onDone();
    },
    onError: onRefused,
    onSettled: reread,
  });
}
