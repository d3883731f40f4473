import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import { MONEY_WRITE, type DeskWay, type PaymentWay } from '@/desk/api/money';
import { useWrite } from '@/desk/api/use-write';
import type { Approval } from '@/desk/approve/use-approval';
import { givenPaise } from './amounts';
import { takeMoneyTexts } from './texts';
import { useRereadMoney } from '@/desk/api/use-reread-money';

/** Pays out a refund at the desk of `venue`, by the way in which the money came unless another one is named. */
export function usePayOut(
  venue: number,
  { id: refund, amount_paise, way: cameBy }: { id: string; amount_paise: number; way: PaymentWay },
  { onDone, onRefused }: { onDone: () => void; onRefused: (cause: Error) => void },
) {
  const reread = useRereadMoney();
  return useWrite<undefined, { approval: Approval | undefined; way?: DeskWay }>({
    mutationKey: MONEY_WRITE,
    write: ({ approval, way }, key) => {
      const body = { venue, ...(approval !== undefined && { approval }), ...(way !== undefined && { way }) };
      return call('post', '/api/desk/refunds/{refund}/payout', { params: { refund }, body, key });
    },
    onSuccess: (_, { way = cameBy }) => {
      toast.success(takeMoneyTexts.gaveBack(rupees(givenPaise(amount_paise, way) / 100)));
      onDone();
    },
    onError: onRefused,
    onSettled: reread,
  });
}
