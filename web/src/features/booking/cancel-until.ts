import { addDays, dayIn, MINUTES_OF_DAY, minutesIn, minutesOfDay, timeText } from '@/lib/dates';

/** The first moment at which it is too late to cancel, as day and time in the venue's zone. */
export interface CancelUntil {
  day: string;
  time: string;
}

/**
 * Until when a booking of this slot can be cancelled (spec §9: not within 6 hours of the start). `cutoffMinutes` comes
 * from app-config. Null if that moment has come, or if the time is unreadable; the server decides.
 */
export function cancelUntil(
  slot: { date: string; time: string },
  cutoffMinutes: number,
  zone: string,
  now: Date,
): CancelUntil | null {
  const start = minutesOfDay(slot.time);
  if (start === null) return null;
  const end = start - cutoffMinutes;
  const day = addDays(slot.date, Math.floor(end / MINUTES_OF_DAY));
  const minutes = ((end % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const today = dayIn(zone, now);
  const over = day < today || (day === today && minutes <= minutesIn(zone, now));
  return over ? null : { day, time: timeText(minutes) };
}
