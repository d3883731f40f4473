import type { components } from '@/api/schema';
import { addDays, minutesOfDay, timeText, weekdayOf } from '@/lib/dates';

type Venue = components['schemas']['Venue'];
type Spans = Venue['open_spans'][number];

/** From when to when a venue is open. */
export interface OpenSpan {
  opens: string;
  closes: string;
}

/** Consecutive days of the week with the same hours. */
export interface HoursLine {
  /** "Mon", and "Fri" for more than one day; both empty if all days of the week are the same. */
  first: string;
  last: string;
  /** Empty on a day off; more than one for a day with a break. */
  open: OpenSpan[];
}

/** A Monday; only its weekday matters. */
const MONDAY = '2026-11-23';

/** The hours of a day. A venue closes when its last slot ends. */
export function openOn(spans: Spans, slotMinutes: number): OpenSpan[] {
  return spans.flatMap(({ first_start, last_start }) => {
    const last = minutesOfDay(last_start);
    return last === null ? [] : [{ opens: first_start, closes: timeText(last + slotMinutes) }];
  });
}

/** The week of a venue in as few lines as possible, Monday first. */
export function openingHours({ open_spans, slot_minutes }: Pick<Venue, 'open_spans' | 'slot_minutes'>): HoursLine[] {
  const lines: { from: number; to: number; open: OpenSpan[] }[] = [];
  for (const [day, spans] of open_spans.entries()) {
    const open = openOn(spans, slot_minutes);
    const before = lines.at(-1);
    if (before !== undefined && JSON.stringify(before.open) === JSON.stringify(open)) before.to = day;
    else lines.push({ from: day, to: day, open });
  }
  const name = (day: number) => weekdayOf(addDays(MONDAY, day));
  return lines.map(({ from, to, open }) => ({
    first: lines.length === 1 ? '' : name(from),
    last: lines.length === 1 || from === to ? '' : name(to),
    open,
  }));
}
