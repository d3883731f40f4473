import { dayIn, weekdayTimeText, minutesIn, timeText } from '@/lib/dates';

/** "6:02 PM" on this day, "Fri 20, 8:12 AM" on another. */
export function momentIn(iso: string, zone: string, day: string): string {
  const instant = new Date(iso);
  return dayIn(zone, instant) === day ? timeText(minutesIn(zone, instant)) : weekdayTimeText(iso, zone);
}
