import { useEffect } from 'react';
import { useOnline } from '@/lib/online';

/** How long the parts wait after the frame is shown or the server is reached again, in milliseconds. */
const LOAD_AFTER_MILLISECONDS = 4_000;

const parts = [
  () => import('@/desk/api/written-database'),
  () => import('@/desk/offline/send-queue'),
  () => import('@/desk/offline/QueueDialog'),
  () => import('@/desk/offline-booking/OfflineBooking'),
  () => import('@/desk/written/WriteDown'),
];

/** Loads the parts that are needed without a network, while there is one. */
export function useOfflineParts(): void {
  const online = useOnline();
  useEffect(() => {
    if (!online) return;
    const load = () => {
      for (const part of parts) part().catch(() => undefined);
    };
    const timer = window.setTimeout(load, LOAD_AFTER_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [online]);
}
