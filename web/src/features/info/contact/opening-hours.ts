import type { components } from '@/api/schema';
import { addDays, minutesOfDay, timeText, weekdayOf } from '@/lib/dates';

type Venue = components['schemas']['Venue'];

/** Consecutive days of the week with the same hours. */
export interface HoursLine {
  /** "Mon", and "Fri" for more than one day; both empty if all days of the week are the same. */
  first: string;
  last: string;
  /** Null on a day off. */
  opens: string | null;
  closes: string | null;
}

/** A Monday; only its weekday matters. */
const MONDAY = '2026-11-23';

/** The week of a venue in as few lines as possible, Monday first. A venue closes when its last slot ends. */
export function openingHours({ hours, slot_minutes }: Pick<Venue, 'hours' | 'slot_minutes'>): HoursLine[] {
  const lines: { from: number; to: number; opens: string | null; closes: string | null }[] = [];
  for (const [day, open] of hours.entries()) {
    const last = minutesOfDay(open?.last_start ?? '');
    const opens = open?.first_start ?? null;
    const closes = last === null ? null : timeText(last + slot_minutes);
    const before = lines.at(-1);
    if (before?.opens === opens && before.closes === closes) before.to = day;
    else lines.push({ from: day, to: day, opens, closes });
  }
  const name = (day: number) => weekdayOf(addDays(MONDAY, day));
  return lines.map(({ from, to, opens, closes }) => ({
    first: lines.length === 1 ? '' : name(from),
    last: lines.length === 1 || from === to ? '' : name(to),
    opens,
    closes,
  }));
}
