import { MINUTES_OF_DAY } from '@/lib/dates';

/** 1110 → "18:30", the value of a time field; from 1440 on, the next day, it begins again at 00:00. */
export function fieldTime(minutes: number): string {
  const inDay = minutes % MINUTES_OF_DAY;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** "18:30" → 1110, minutes of the day; null for what is not a time. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
