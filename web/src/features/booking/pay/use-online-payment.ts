import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrapReply } from '@/api/unwrap-reply';
import { appConfigQuery } from '@/api/app-config';
import { fetchOrderInfo } from '@/api/order-info';
import { useSingleMutation } from '@/api/use-single-mutation';
import { pause } from '@/lib/pause';
import { localEnd } from '@/lib/server-clock';
import { currentSession } from '@/lib/session';
import { confirmPayment } from '../api/confirm-payment';
import { generatePayment } from '../api/generate-payment';
import { resetCurrentOrder } from '../api/reset-current-order';
import { invalidateAfterBooking } from '../confirm/after-booking';
import { type OpenOrder, openOrderQuery } from '../open-order';
import { payTexts } from '../texts';
import { checkoutSeconds, closeCheckout, loadCheckout, openCheckout, prefilledPhone } from './checkout';
import { payOnline, type PayOutcome, type PayStage } from './pay-online';

/** The page's dark theme colour: the checkout does not resolve CSS variables. */
function themeColor(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="theme-color"][media*="dark"]')?.content ?? '';
}

/** Pays online from the confirm window: one payment at a time; `stage` is null while none is under way. */
export function useOnlinePayment(order: OpenOrder, after: (outcome: PayOutcome) => void | Promise<void>) {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<PayStage | null>(null);
  const { orderid } = order;

  /**
   * The checkout may have extended the hold: with the end from before, the window would say that the hold has run out
   * while the court is held.
   */
  function keepEnd(endsAt: number) {
    queryClient.setQueryData(openOrderQuery(orderid).queryKey, (known) => known && { ...known, endsAt });
  }

  const { mutate, isPending } = useSingleMutation({
    mutationFn: ({ promocode, anyCourt, total }: { promocode: string; anyCourt: boolean; total: number }) =>
      payOnline({
        generate: () => generatePayment(orderid, promocode, anyCourt, total),
        loadScript: async () => {
          const { razorpay } = await queryClient.ensureQueryData(appConfigQuery);
          if (!razorpay) throw new Error('no payment provider');
          await loadCheckout(razorpay.script_url);
        },
        openCheckout: async (checkout) => {
          const { amount, currency, key_id, razorpay_orderid, expires_at, server_time } = unwrapReply(checkout);
          if (expires_at) keepEnd(localEnd(expires_at, server_time));
          const { brand } = await queryClient.ensureQueryData(appConfigQuery);
          const { user } = currentSession();
          return await openCheckout({
            key: key_id,
            amount,
            currency,
            order_id: razorpay_orderid,
            name: brand.name,
            description: payTexts.description(order.court, order.when),
            prefill: {
              name: user?.full_name ?? '',
              email: user?.email ?? '',
              contact: prefilledPhone(user?.phone_no ?? ''),
            },
            theme: { color: themeColor() },
            ...(expires_at ? { timeout: checkoutSeconds(expires_at, server_time) } : {}),
          });
        },
        confirm: (proof) => confirmPayment(orderid, proof),
        reset: () => resetCurrentOrder(orderid),
        lookUp: () => fetchOrderInfo(orderid),
        pause,
        onStage: setStage,
      }),
    onSuccess: async (outcome) => {
      const mayBeBookedOrPaid: PayOutcome['kind'][] = [
        'confirmed',
        'was-booked',
        'paying',
        'unknown',
        'closed-unknown',
        'returned',
      ];
      if (mayBeBookedOrPaid.includes(outcome.kind)) await invalidateAfterBooking(queryClient, orderid);
      await after(outcome);
    },
    onSettled: () => setStage(null),
  });

  // The browser's back would close the confirm window, which releases the court while it is being paid for. It closes
  // the checkout instead, or does nothing while none is open, and the court stays held.
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') return false;
      closeCheckout();
      return true;
    },
    disabled: stage === null,
    enableBeforeUnload: false,
  });

  return { pay: mutate, isPaying: isPending, stage };
}
