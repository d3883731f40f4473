import { useEffect, useEffectEvent } from 'react';
import { afterFrame } from '@/lib/after-frame';
import { useConnection } from '@/lib/online';
import { useStore } from '@/lib/store';
import { toast } from '@/lib/toast';
import type { Me } from '@/desk/api/me';
import { groupFacts, queueStore, readQueue } from '@/desk/api/queue';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { useRereadMoney } from '@/desk/api/use-reread-money';

/** The first pause after an attempt that left facts, in milliseconds; each later one is twice as long, up to the longest. */
const PAUSE_MILLISECONDS = 3_000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;

/** The queue of this device as the person who is signed in sees it. */
export function useQueue(me: Me | undefined) {
  return groupFacts(useStore(queueStore), me?.staff.id);
}

/**
 * Sends the person's facts as soon as the server answers, and again after growing pauses while facts are left. While
 * facts wait, the browser asks before the page is closed.
 */
export function useQueueSender(me: Me | undefined): void {
  const reread = useRereadMoney();
  const connection = useConnection();
  const { waiting } = useQueue(me);
  const isWaiting = waiting.length > 0;
  // The code that reads it is loaded after the frame.
  useEffect(() => afterFrame(() => void readQueue()), []);

  const staff = me?.staff.id;
  const send = useEffectEvent(async (): Promise<boolean> => {
    if (staff === undefined) return false;
    const { sendQueue } = await import('./send-queue');
    const { done, refused, isLeft } = await sendQueue(staff);
    // Another tab may have sent some or all of them, so the queue is read from the database.
    await readQueue();
    if (done + refused === 0) return isLeft;
    void reread();
    if (done > 0) toast.success(deskOfflineTexts.done(done));
    if (refused > 0) toast.forAnyone('error', deskOfflineTexts.someRefused(refused));
    return isLeft;
  });
  useEffect(() => {
    if (!isWaiting || connection !== 'open' || staff === undefined) return;
    let timer: number | undefined;
    let isOver = false;
    let pause = PAUSE_MILLISECONDS;
    const attempt = async () => {
      const isLeft = await send().catch(() => true);
      if (isOver || !isLeft) return;
      timer = window.setTimeout(() => void attempt(), pause);
      pause = Math.min(LONGEST_PAUSE_MILLISECONDS, pause * 2);
    };
    void attempt();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
    // The number of facts is a dependency, so that a new fact is sent at once.
  }, [isWaiting, waiting.length, connection, staff]);

  useEffect(() => {
    if (!isWaiting) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isWaiting]);
}
