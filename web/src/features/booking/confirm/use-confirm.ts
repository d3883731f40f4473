import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pause } from '@/lib/pause';
import { useSingleFlight } from '@/lib/use-single-flight';
import { confirmCashPayment } from '../api/confirm-cash-payment';
import { fetchOrderInfo } from '@/api/order-info';
import { forgetAfterBooking } from './after-booking';
import { confirmOrder, type ConfirmOutcome, lookUpOutcome } from './confirm-order';

/**
 * Confirms an order from the window: one call at a time; `finding` is true while the outcome of a lost reply is looked
 * up.
 */
export function useConfirm(orderid: string, after: (outcome: ConfirmOutcome) => void | Promise<void>) {
  const queryClient = useQueryClient();
  const [finding, setFinding] = useState(false);
  const lookUp = () => fetchOrderInfo(orderid);

  async function finish(outcome: ConfirmOutcome): Promise<void> {
    if (outcome.kind === 'confirmed') await forgetAfterBooking(queryClient, orderid);
    await after(outcome);
  }

  const [pay, paying] = useSingleFlight(async (promocode: string) => {
    try {
      const confirm = () => confirmCashPayment(orderid, promocode);
      await finish(await confirmOrder({ confirm, lookUp, pause, onFinding: () => setFinding(true) }));
    } finally {
      setFinding(false);
    }
  });

  /** Only fetches the order; calls `onHeld` if the order is still held and can be confirmed. */
  const [checkAgain, checking] = useSingleFlight(async (onHeld: () => void) => {
    const found = await lookUpOutcome({ lookUp });
    if (found === 'held') onHeld();
    else if (found !== 'silent') await finish(found);
  });

  return { pay, paying, finding, checkAgain, checking };
}
