import { dayIn, MINUTES_OF_DAY, minutesIn } from '@/lib/dates';

/**
 * The present minute of a venue's day: null before the day, and the number of minutes of a day after it. `now` is the server's
 * time in milliseconds.
 */
export function minuteOn(day: string, zone: string, now: number): number | null {
  const instant = new Date(now);
  const today = dayIn(zone, instant);
  if (day === today) return minutesIn(zone, instant);
  return day < today ? MINUTES_OF_DAY : null;
}
