import { addDays, dayIn, minutesIn, minutesOfDay, timeText } from '@/lib/dates';

/** A day and an hour of the venues: "2026-11-22" and "7:00 PM". */
export interface WantedHour {
  date: string;
  time: string;
}

/** Minutes in an hour. */
const HOUR = 60;
/**
 * The first hour, the start of the evening, the usual hour and the last hour, in minutes after midnight. The hours from
 * the first to the last are offered until a day's own hours are known (spec §9).
 */
const [FIRST, EVENING, USUAL, LAST] = [6 * HOUR, 18 * HOUR, 19 * HOUR, 22 * HOUR];

/** The current day and time at the venues. */
export interface VenueClock {
  today: string;
  /** Minutes after midnight. */
  minutes: number;
}

/** The venues' day and time at an instant. */
export function venueClock(instant: string, zone: string): VenueClock {
  const at = new Date(instant);
  return { today: dayIn(zone, at), minutes: minutesIn(zone, at) };
}

/** Whether it is the same hour of the same day. */
export function isSameHour(a: VenueClock, b: VenueClock): boolean {
  return a.today === b.today && Math.floor(a.minutes / HOUR) === Math.floor(b.minutes / HOUR);
}

/** The default hour: tonight at 7, or the next evening hour, or tomorrow at 7. */
export function defaultHour({ today, minutes }: VenueClock): WantedHour {
  const next = Math.max(USUAL, (Math.floor(minutes / HOUR) + 1) * HOUR);
  return next <= LAST ? { date: today, time: timeText(next) } : { date: addDays(today, 1), time: timeText(USUAL) };
}

/**
 * The days that can be chosen: today to the last day that a venue offers. `horizons` are how many days ahead each venue
 * can be booked; null is up to the same day next month, or that month's last day (spec §9), as without any venue.
 */
export function searchableDays({ today }: VenueClock, horizons: readonly (number | null)[]): string[] {
  const lastDays = horizons.map((ahead) => (ahead === null ? aMonthAfter(today) : addDays(today, ahead)));
  const until = lastDays.toSorted().at(-1) ?? aMonthAfter(today);
  const days = [today];
  for (let day = addDays(today, 1); day <= until; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The same day of the next month, or that month's last day. */
function aMonthAfter(today: string): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastOfNext))).toISOString().slice(0, 10);
}

/** The hours to choose from: the day's own if known, else the usual ones still ahead; and always the chosen one. */
export function searchableHours(wanted: WantedHour, clock: VenueClock, known: readonly string[] | undefined): string[] {
  const usual = Array.from({ length: (LAST - FIRST) / HOUR + 1 }, (_, at) => FIRST + at * HOUR).filter(
    (minutes) => wanted.date !== clock.today || minutes > clock.minutes,
  );
  const hours = new Set(known ?? usual.map(timeText));
  hours.add(wanted.time);
  return [...hours].toSorted((a, b) => (minutesOfDay(a) ?? 0) - (minutesOfDay(b) ?? 0));
}

/** Whether it is an evening hour. */
export function isEvening(time: string): boolean {
  return (minutesOfDay(time) ?? 0) >= EVENING;
}
