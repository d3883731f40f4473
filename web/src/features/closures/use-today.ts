import { useState, useSyncExternalStore } from 'react';
import { dayIn } from '@/lib/dates';

/** How often it is checked whether a new day has begun, in milliseconds. */
const CHECK_MILLISECONDS = 30_000;

function subscribe(notify: () => void): () => void {
  const timer = window.setInterval(notify, CHECK_MILLISECONDS);
  return () => window.clearInterval(timer);
}

/**
 * The day in a zone, by the time that the server reported and how long ago that was: the device's clock may be wrong by hours. A page that
 * stays open over midnight is rendered with the new day.
 */
export function useToday(zone: string, serverTime: string, updatedAt: number): string {
  // An answer changes the data, and brings no new time.
  const [reported, setReported] = useState({ serverTime, at: updatedAt });
  if (serverTime !== reported.serverTime) setReported({ serverTime, at: updatedAt });
  const today = () => dayIn(zone, new Date(Date.parse(reported.serverTime) + Math.max(0, Date.now() - reported.at)));
  return useSyncExternalStore(subscribe, today, today);
}
