import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';
import { currentSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { cancelCurrentOrder } from '../api/cancel-current-order';
import { openOrderQuery } from '../open-order';
import { confirmTexts } from '../texts';

/** An order with the court that it holds. */
export interface Held {
  orderid: string;
  court: number | undefined;
}

/**
 * Releases the held court as soon as its order leaves the address of court selection (spec §4: closing the confirm
 * window calls cancel_current_order). A player who goes to another screen keeps the court. `skipRelease` marks an order
 * that must not be released.
 */
export function useRelease(
  held: Held | null,
  onReleased: () => Promise<unknown>,
): { releasing: Held | undefined; skipRelease: (orderid: string) => void } {
  const queryClient = useQueryClient();
  const [latest, setLatest] = useState(held);
  const [over, setOver] = useState<string>();
  if (held !== null && (held.orderid !== latest?.orderid || held.court !== latest.court)) setLatest(held);
  // From the render in which the order left the address until the courts were read again after its release.
  const releasing = held === null && latest !== null && latest.orderid !== over ? latest : undefined;
  const before = useRef<Held | null>(null);
  const skipped = useRef(new Set<string>());
  const { mutate: release } = useMutation({
    mutationFn: releaseHold,
    onSuccess: onReleased,
    onSettled: (_reply, _failure, done) => setOver(done),
  });
  const orderid = held?.orderid;
  const court = held?.court;

  useEffect(() => {
    const last = before.current;
    before.current = orderid === undefined ? null : { orderid, court };
    if (!last || last.orderid === orderid || skipped.current.has(last.orderid)) return;
    queryClient.removeQueries({ queryKey: openOrderQuery(last.orderid).queryKey });
    release(last.orderid);
  }, [orderid, court, queryClient, release]);

  const skipRelease = useCallback((done: string) => {
    skipped.current.add(done);
    setOver(done);
  }, []);
  return { releasing, skipRelease };
}

async function releaseHold(orderid: string): Promise<void> {
  // The session ended meanwhile; the hold expires by itself.
  if (currentSession().token === null) return;
  try {
    const reply = await cancelCurrentOrder(orderid);
    if (!succeeded(reply)) showFailure(reply.message);
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw cause;
    showFailure(cause.userMessage);
  }
}

/** A hold that could not be released expires by itself, so a message is enough. */
function showFailure(message: string): void {
  if (message === '') toast.error(confirmTexts.failed, confirmTexts.failedTitle);
  else toast.error(message);
}
