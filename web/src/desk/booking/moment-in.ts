import { addDays, dateTimeText, dateTimeWithYear, dayIn, weekdayTimeText, minutesIn, timeText } from '@/lib/dates';

/** From so many days on, a weekday and the day of a month may be those of another month. */
const FAR_DAYS = 28;

/**
 * "6:02 PM" on this day, "Fri 20, 8:12 AM" on another, and "Fri 20 Nov, 8:12 AM" four weeks or more before or after it, with the year if
 * that is another one.
 */
export function momentIn(iso: string, zone: string, day: string): string {
  const instant = new Date(iso);
  return dayIn(zone, instant) === day ? timeText(minutesIn(zone, instant)) : dayMomentIn(iso, zone, day);
}

/** As {@link momentIn}, but with the day also on this day itself. */
export function dayMomentIn(iso: string, zone: string, day: string): string {
  const there = dayIn(zone, new Date(iso));
  const isNear = addDays(day, -FAR_DAYS) < there && there < addDays(day, FAR_DAYS);
  if (isNear) return weekdayTimeText(iso, zone);
  return there.slice(0, 4) === day.slice(0, 4) ? dateTimeText(iso, zone) : dateTimeWithYear(iso, zone);
}
