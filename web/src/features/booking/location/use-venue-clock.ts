import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { appConfigQuery } from '@/api/app-config';
import { useInBrowser } from '@/lib/in-browser';
import { type VenueClock, venueClock } from './wanted-hour';

/** The clock is renewed each time this many milliseconds have passed. */
const STEP_MILLISECONDS = 30_000;

/**
 * The current day and time at the venues; null until the server has reported its time. The device's clock may be wrong by
 * hours, so it only tells how long ago that was. A page from the server, and its hydration, show the reported time.
 */
export function useVenueClock(): VenueClock | null {
  const { data: config, dataUpdatedAt: reportedAt } = useQuery(appConfigQuery);
  const inBrowser = useInBrowser();
  const [here, setHere] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => startTransition(() => setHere(Date.now())), STEP_MILLISECONDS);
    return () => window.clearInterval(timer);
  }, []);
  if (config === undefined) return null;
  const passed = inBrowser ? Math.max(0, here - reportedAt) : 0;
  return venueClock(new Date(Date.parse(config.server_time) + passed).toISOString(), config.timezone);
}
