import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { appConfigQuery } from '@/api/app-config';
import { type VenueClock, venueClock } from './wanted-hour';

/** The clock is renewed each time this many milliseconds have passed. */
const STEP_MILLISECONDS = 30_000;

/**
 * The current day and time at the venues; null until the server has reported its time. The device's clock may be wrong by
 * hours, so it only tells how long ago that was.
 */
export function useVenueClock(): VenueClock | null {
  const { data: config, dataUpdatedAt: reportedAt } = useQuery(appConfigQuery);
  const [here, setHere] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => startTransition(() => setHere(Date.now())), STEP_MILLISECONDS);
    return () => window.clearInterval(timer);
  }, []);
  if (config === undefined) return null;
  const now = Date.parse(config.server_time) + Math.max(0, here - reportedAt);
  return venueClock(new Date(now).toISOString(), config.timezone);
}
