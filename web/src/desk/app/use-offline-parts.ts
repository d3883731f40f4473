import { useEffect } from 'react';

/** How long after the frame the parts are loaded, in milliseconds. */
const LOAD_AFTER_MILLISECONDS = 4_000;

const parts = [
  () => import('@/desk/api/kept-data'),
  () => import('@/desk/api/written-database'),
  () => import('@/desk/offline/send-queue'),
  () => import('@/desk/offline/QueueDialog'),
  () => import('@/desk/offline-booking/OfflineBooking'),
  () => import('@/desk/written/WriteDown'),
];

/** Loads, while there is a network, the parts that are needed without one. */
export function useOfflineParts(): void {
  useEffect(() => {
    const load = () => {
      for (const part of parts) part().catch(() => undefined);
    };
    const timer = window.setTimeout(load, LOAD_AFTER_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, []);
}
