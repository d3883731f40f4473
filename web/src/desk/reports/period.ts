import { addDays, monthOf } from '@/lib/dates';

/** The days of a report, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Days, and the kind of period that was chosen, if it is known. */
export interface Period extends Days {
  kind?: 'week' | 'fourWeeks' | undefined;
}

/** The most days of a report, as on the server. */
const MOST_DAYS = 366;
/** The first and the last day that a report can have, as on the server. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2199-12-31'];

export type PeriodKind = 'week' | 'fourWeeks' | 'month' | 'days';

const DAY_MILLISECONDS = 86_400_000;

/** The number of days in a period. */
export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS) + 1;
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function lastOfMonth(day: string): string {
  // Four days after the 28th is always in the next month.
  return addDays(firstOfMonth(addDays(`${day.slice(0, 8)}28`, 4)), -1);
}

/** The days of a kind that end with today; a month begins with its first day. */
export function daysOf(kind: Exclude<PeriodKind, 'days'>, today: string): Period {
  switch (kind) {
    case 'week':
      return { from: addDays(today, -6), to: today, kind };
    case 'fourWeeks':
      return { from: addDays(today, -27), to: today, kind };
    case 'month':
      return { from: firstOfMonth(today), to: today, kind: undefined };
  }
}

/** The kind of these days: the chosen one if it fits, else month, four weeks or week if they are one, else `days`. */
export function kindOf(days: Period, today: string): PeriodKind {
  const count = countDays(days);
  const counted = count === 7 ? 'week' : count === 28 ? 'fourWeeks' : 'days';
  if (counted === days.kind) return counted;
  const ends = lastOfMonth(days.from);
  const isMonth = days.from === firstOfMonth(days.from) && (days.to === ends || (days.to === today && today <= ends));
  return isMonth ? 'month' : counted;
}

/** The period before (-1) or after (1): months go to months, this one up to today; others by as many days. */
export function movedPeriod(days: Period, step: 1 | -1, today: string): Period {
  if (kindOf(days, today) === 'month') {
    const from = step === -1 ? firstOfMonth(addDays(days.from, -1)) : addDays(lastOfMonth(days.from), 1);
    const ends = lastOfMonth(from);
    return { from, to: from <= today && today < ends ? today : ends, kind: undefined };
  }
  const count = countDays(days) * step;
  return { from: addDays(days.from, count), to: addDays(days.to, count), kind: days.kind };
}

/** The days as text: "26 Oct – 22 Nov"; both with their years if one of these is not today's. */
export function daysText({ from, to }: Days, today: string): string {
  const year = today.slice(0, 4);
  const text = (day: string, years: boolean) =>
    `${Number(day.slice(8))} ${monthOf(day)}${years ? ` ${day.slice(0, 4)}` : ''}`;
  const withYears = from.slice(0, 4) !== year || to.slice(0, 4) !== year;
  return from === to ? text(from, withYears) : `${text(from, withYears)} – ${text(to, withYears)}`;
}

/** Whether a report can have this day. A year that is typed with two digits is one of the first century, and Chrome takes years of six digits. */
export function isReportDay(day: string): boolean {
  return day.length === LAST_DAY.length && day >= FIRST_DAY && day <= LAST_DAY;
}

/** Why two typed days are not a valid period; null if they are. */
export function wrongDays({ from, to }: Days): 'missing' | 'outOfRange' | 'backwards' | 'tooLong' | null {
  if (from === '' || to === '') return 'missing';
  if (!isReportDay(from) || !isReportDay(to)) return 'outOfRange';
  if (to < from) return 'backwards';
  return countDays({ from, to }) > MOST_DAYS ? 'tooLong' : null;
}
