import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { serializedRefetch } from '@/lib/serialized-refetch';
import { useVisible } from '@/lib/use-visible';
import { followOrders } from './order-stream';

/**
 * Keeps a screen of one of the player's orders up to date while the page is visible: the venue may close its court, a
 * payment may arrive, fail or be refunded. Without the stream the screen shows its last reply.
 */
export function useLiveOrder(order: string): void {
  const queryClient = useQueryClient();
  const visible = useVisible();

  const refetch = useEffectEvent(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['order', order] }),
      queryClient.invalidateQueries({ queryKey: ['history'] }),
    ]);
  });

  useEffect(() => {
    if (!visible) return;
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
