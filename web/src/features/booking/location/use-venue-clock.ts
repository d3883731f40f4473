import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { appConfigQuery } from '@/api/app-config';
import { useInBrowser } from '@/lib/in-browser';
import { isSameHour, type VenueClock, venueClock } from './wanted-hour';

/** How often it is checked whether a new hour has begun, in milliseconds. */
const CHECK_MILLISECONDS = 30_000;

/**
 * The day and hour at the venues, by the time that the server reported and how long ago that was: the device's clock
 * may be wrong by hours. Null until the server has reported its time. A page from the server and its hydration show the
 * reported time, and the first check comes later: a choice that was made meanwhile must not be rendered away.
 */
export function useVenueClock(): VenueClock | null {
  const { data: config, dataUpdatedAt: reportedAt } = useQuery(appConfigQuery);
  const inBrowser = useInBrowser();
  const [checkedAt, setCheckedAt] = useState(() => (inBrowser ? Date.now() : 0));

  function clockAt(here: number): VenueClock | null {
    if (config === undefined) return null;
    const now = Date.parse(config.server_time) + Math.max(0, here - reportedAt);
    return venueClock(new Date(now).toISOString(), config.timezone);
  }

  // Only a new hour is rendered: a list that is open on a phone must not be drawn again under the finger.
  const checkHour = useEffectEvent(() => {
    const here = Date.now();
    const [shown, next] = [clockAt(checkedAt), clockAt(here)];
    if (shown !== null && next !== null && !isSameHour(shown, next)) startTransition(() => setCheckedAt(here));
  });
  useEffect(() => {
    const timer = window.setInterval(() => checkHour(), CHECK_MILLISECONDS);
    return () => window.clearInterval(timer);
  }, []);
  return clockAt(checkedAt);
}
