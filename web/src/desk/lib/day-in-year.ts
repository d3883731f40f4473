import { chipDay, longDay } from '@/lib/dates';

/** "Sun 22 Nov" for a day of the year of `today`, "Sat, 23 Nov 2024" for one of another year. */
export function dayInYear(day: string, today: string): string {
  return day.slice(0, 4) === today.slice(0, 4) ? chipDay(day) : longDay(day);
}
