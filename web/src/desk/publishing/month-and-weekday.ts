import { monthOf, weekdayOf } from '@/lib/dates';

/** "Dec, Fri"; with the year if it is not the present one, because a special day can be in a later one. */
export function monthAndWeekday(day: string, today: string): string {
  const year = day.slice(0, 4);
  return `${monthOf(day)}${year === today.slice(0, 4) ? '' : ` ${year}`}, ${weekdayOf(day)}`;
}
