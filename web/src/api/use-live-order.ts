import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { oneLookAtATime } from '@/lib/one-look-at-a-time';
import { useVisible } from '@/lib/use-visible';
import { followOrders } from './order-stream';

/**
 * Keeps what a screen shows of one of the player's orders true while somebody looks at it: the venue may close its court,
 * money may arrive, go back or be refused. Without the stream the screen is as old as its last answer.
 */
export function useLiveOrder(order: string): void {
  const queryClient = useQueryClient();
  const visible = useVisible();

  const look = useEffectEvent(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['order', order] }),
      queryClient.invalidateQueries({ queryKey: ['history'] }),
    ]);
  });

  useEffect(() => {
    if (!visible) return;
    const looks = oneLookAtATime(() => look());
    // Also at "open": something may have changed between the answer on the screen and the beginning of the stream.
    const leave = followOrders(({ name, data }) => {
      if (name !== 'order' || data.includes(`"${order}"`)) looks.ask();
    });
    return () => {
      leave();
      looks.stop();
    };
  }, [visible, order]);
}
