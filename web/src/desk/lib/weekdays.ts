import { addDays, weekdayOf } from '@/lib/dates';

/** A Monday, to name the weekdays by. */
const MONDAY = '2026-11-23';

/** 0 → "Mon". */
export function weekdayName(weekday: number): string {
  return weekdayOf(addDays(MONDAY, weekday));
}
