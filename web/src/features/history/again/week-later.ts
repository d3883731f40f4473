import { addDays, minutesOfDay } from '@/lib/dates';

const DAYS_OF_A_WEEK = 7;
const DAY_MILLISECONDS = 86_400_000;

/** A day and an hour at a venue. */
export interface Hour {
  date: string;
  time: string;
}

/** One day in the reply of gettimeslots. */
export interface DayOnOffer {
  date: { date: string };
  slots: readonly { time: string; free: number }[];
  closed: readonly { time: string; reason: string }[];
}

/** Whether the same hour can be booked again. */
export type WeekLaterResult =
  | { kind: 'free'; hour: Hour }
  /** Every court is taken, or the venue is closed then. */
  | { kind: 'taken'; hour: Hour; nearest: Hour | null }
  /** The hour is beyond the days open for booking. */
  | { kind: 'too-far'; hour: Hour; nearest: Hour | null };

/**
 * The same hour a week after a booking, or as many weeks later as needed to be in the future and not too late to book.
 * The days are those of the venue's calendar, in order, today first.
 */
export function weekLater(booked: Hour, days: readonly DayOnOffer[]): WeekLaterResult {
  const lastDay = days.at(-1)?.date.date ?? '';
  const date = firstAhead(booked, days);
  const hour = { date, time: booked.time };
  const day = days.find((one) => one.date.date === date);
  if (day?.slots.some((slot) => slot.time === hour.time)) return { kind: 'free', hour };
  const nearest = nearestHour(hour, days);
  return date > lastDay ? { kind: 'too-far', hour, nearest } : { kind: 'taken', hour, nearest };
}

function firstAhead({ date, time }: Hour, days: readonly DayOnOffer[]): string {
  const next = addDays(date, DAYS_OF_A_WEEK);
  const [today] = days;
  if (!today) return next;
  const behind = Math.max(0, (Date.parse(today.date.date) - Date.parse(next)) / DAY_MILLISECONDS);
  const reached = addDays(next, Math.ceil(behind / DAYS_OF_A_WEEK) * DAYS_OF_A_WEEK);
  const day = days.find((one) => one.date.date === reached);
  // Booking may end up to two days before the start, so the hour of a later day can be too late as well.
  return day !== undefined && isOver(day, time) ? addDays(reached, DAYS_OF_A_WEEK) : reached;
}

/** Whether the hour has begun on that day, or begins too soon to be booked. */
function isOver(day: DayOnOffer, time: string): boolean {
  return day.closed.some((hour) => hour.time === time && (hour.reason === 'past' || hour.reason === 'late'));
}

/** The free hour nearest to the wanted one: on that day, else on a later one, else on the last one before. */
function nearestHour({ date, time }: Hour, days: readonly DayOnOffer[]): Hour | null {
  const open = days.filter((day) => day.slots.length > 0);
  const day = open.find((one) => one.date.date >= date) ?? open.at(-1);
  const wanted = minutesOfDay(time) ?? 0;
  // Of two equally near hours the later one, which leaves the player more time.
  const [slot] = (day?.slots ?? []).toSorted(
    (a, b) => distance(a.time, wanted) - distance(b.time, wanted) || minutes(b.time) - minutes(a.time),
  );
  return day && slot ? { date: day.date.date, time: slot.time } : null;
}

function minutes(time: string): number {
  return minutesOfDay(time) ?? 0;
}

function distance(time: string, wanted: number): number {
  return Math.abs(minutes(time) - wanted);
}
