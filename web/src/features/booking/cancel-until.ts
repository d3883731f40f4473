import { dayIn, minutesIn, minutesOfDay, timeText } from '@/lib/dates';

const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;

/** The first moment at which it is too late to cancel, as day and time in the venue's zone. */
export interface CancelUntil {
  day: string;
  time: string;
}

/**
 * Until when a booking of this slot can be cancelled (spec §9: not within 6 hours of the start). Null if that moment
 * has come, or if the day or the time is unreadable; the server decides.
 */
export function cancelUntil(
  slot: { date: string; time: string },
  cutoffMinutes: number,
  zone: string,
  now: Date,
): CancelUntil | null {
  const start = minutesOfDay(slot.time);
  if (start === null || Number.isNaN(Date.parse(slot.date))) return null;
  const end = new Date(instantOf(slot.date, start, zone) - cutoffMinutes * MINUTE_MILLISECONDS);
  return end <= now ? null : { day: dayIn(zone, end), time: timeText(minutesIn(zone, end)) };
}

/**
 * The instant of a day and time in a zone, in milliseconds, by the same rule as the server: a time that a change of the
 * clock repeats is the earlier one, and one that it skips is as much later.
 */
function instantOf(day: string, minutes: number, zone: string): number {
  const there = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MILLISECONDS;
  const before = there - aheadAt(there - DAY_MILLISECONDS, zone);
  const after = there - aheadAt(there + DAY_MILLISECONDS, zone);
  const isShown = (instant: number) => instant + aheadAt(instant, zone) === there;
  return isShown(before) || !isShown(after) ? before : after;
}

/** How far the clock of a zone is ahead of UTC at an instant, in milliseconds. */
function aheadAt(instant: number, zone: string): number {
  const at = new Date(instant);
  return Date.parse(`${dayIn(zone, at)}T00:00:00Z`) + minutesIn(zone, at) * MINUTE_MILLISECONDS - instant;
}
