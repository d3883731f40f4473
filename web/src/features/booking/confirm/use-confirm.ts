import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleMutation } from '@/api/use-single-mutation';
import { pause } from '@/lib/pause';
import { confirmCashPayment } from '../api/confirm-cash-payment';
import { fetchOrderInfo } from '@/api/order-info';
import { invalidateAfterBooking } from './after-booking';
import { confirmOrder, type ConfirmOutcome, lookUpOutcome } from './confirm-order';

/** Confirms an order: one call at a time; `isFinding` is true while an unknown outcome is looked up. */
export function useConfirm(orderid: string, after: (outcome: ConfirmOutcome) => void | Promise<void>) {
  const queryClient = useQueryClient();
  const [isFinding, setIsFinding] = useState(false);
  const lookUp = () => fetchOrderInfo(orderid);

  async function finish(outcome: ConfirmOutcome): Promise<void> {
    const mayBeBookedOrPaid: ConfirmOutcome['kind'][] = ['confirmed', 'was-booked', 'paying', 'returned'];
    if (mayBeBookedOrPaid.includes(outcome.kind)) await invalidateAfterBooking(queryClient, orderid);
    await after(outcome);
  }

  const confirmation = useSingleMutation({
    mutationFn: ({ promocode, total }: { promocode: string; total: number }) => {
      const confirm = () => confirmCashPayment(orderid, promocode, total);
      return confirmOrder({ confirm, lookUp, pause, onFinding: () => setIsFinding(true) });
    },
    onSuccess: finish,
    onSettled: () => setIsFinding(false),
  });

  /** Only fetches the order; calls `onHeld` if the order is still held and can be confirmed. */
  const check = useSingleMutation({
    mutationFn: (_onHeld: () => void) => lookUpOutcome({ lookUp }),
    onSuccess: async (found, onHeld) => {
      if (found === 'held') onHeld();
      else if (found !== 'silent') await finish(found);
    },
  });

  return {
    confirm: confirmation.mutate,
    isConfirming: confirmation.isPending,
    isFinding,
    checkAgain: check.mutate,
    isChecking: check.isPending,
  };
}
