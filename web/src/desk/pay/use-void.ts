import { useQueryClient } from '@tanstack/react-query';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import { MONEY_WRITE, type DeskWay, type PaymentWay } from '@/desk/api/money';
import { useWrite } from '@/desk/api/use-write';
import type { Approval } from '@/desk/approve/use-approval';
import { givenPaise } from './amounts';
import { takeMoneyTexts } from './texts';

/** Reads again everything that shows money. If a write awaits it, the panel shows no notice of what it changed. */
export function useRereadMoney() {
  const queryClient = useQueryClient();
  return async () => {
    const keys = [['booking'], ['money'], ['drawer'], ['board'], ['day-end']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}

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
