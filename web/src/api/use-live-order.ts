import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { serializedRefetch } from '@/lib/serialized-refetch';
import { useVisible } from '@/lib/use-visible';
import { followOrders } from './order-stream';
import { refetchForAnswer } from './refetch-for-answer';

/** Keeps a screen of one of the player's orders up to date while the page is visible. Undefined follows no order. */
export function useLiveOrder(order: string | undefined): void {
  const queryClient = useQueryClient();
  const visible = useVisible();

  const refetch = useEffectEvent(async () => {
    await queryClient.invalidateQueries({ queryKey: ['history'], refetchType: 'none' });
    await refetchForAnswer(queryClient, ['order', order]);
    // The list follows the order, which is repeated until the server answers: each failure of the list shows a toast.
    await queryClient.refetchQueries({ queryKey: ['history'], type: 'active' });
  });

  useEffect(() => {
    if (!visible || order === undefined) return;
    const refetches = serializedRefetch(() => refetch());
    // Also on "open": something may have changed between the reply on the screen and the beginning of the stream.
    const leave = followOrders(({ name, data }) => {
      if (name !== 'order' || data.includes(`"${order}"`)) refetches.request();
    });
    return () => {
      leave();
      refetches.stop();
    };
  }, [visible, order]);
}
