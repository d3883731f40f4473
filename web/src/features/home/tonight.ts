import { minutesOfDay } from '@/lib/dates';

/** One free hour of one venue. */
interface FreeSlot {
  time: string;
  free: number;
}

/** When the evening begins, in minutes of the day. */
const EVENING = 18 * 60;

/**
 * How many courts are free over all venues at 7 PM, else at the first evening hour left, else at the first hour left
 * today. Null if no court is free.
 */
export function freeTonight(
  venues: readonly (readonly FreeSlot[])[],
): { time: string; free: number; evening: boolean } | null {
  const byTime = new Map<number, { time: string; free: number }>();
  for (const slot of venues.flat()) {
    const at = minutesOfDay(slot.time);
    if (at === null) continue;
    const known = byTime.get(at) ?? { time: slot.time, free: 0 };
    byTime.set(at, { time: slot.time, free: known.free + slot.free });
  }
  const hours = [...byTime.entries()].filter(([, hour]) => hour.free > 0).toSorted(([a], [b]) => a - b);
  const chosen = hours.find(([at]) => at === EVENING + 60) ?? hours.find(([at]) => at >= EVENING) ?? hours[0];
  return chosen ? { ...chosen[1], evening: chosen[0] >= EVENING } : null;
}
