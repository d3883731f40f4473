import type { Server } from './server';

/** An hour at a venue, and how many of its courts were free when it was found. */
export interface Hour {
  venue: number;
  /** YYYY-MM-DD and "7:00 PM", as in the API. */
  date: string;
  time: string;
  free: number;
}

/** The length of a slot at the demo's venues, in minutes. */
export const SLOT_MINUTES = 60;

/** Requirements for an hour. */
export interface HourWish {
  /** If absent, the seed decides. */
  venue?: number;
  /** At least this many courts are free; 3 if absent. */
  atLeast?: number;
}

/** The first days from today on are not used, because some tests depend on today's and tomorrow's availability. */
const DAYS_AHEAD = 2;

/**
 * The first and the last of the days, counted from today, on which tests of the desk close all outdoor courts of a venue
 * for rain: the game of another test there would be cancelled.
 */
export const RAIN_DAYS = { first: 20, last: 25 };

/** Whether courts may be closed for rain on a day; a day more, because midnight may pass between choice and closure. */
const mayRain = (day: number) => RAIN_DAYS.first <= day && day <= RAIN_DAYS.last + 1;

/**
 * A free hour of the coming weeks: the same one for the same seed while the same hours are free, usually another one
 * for another seed.
 */
export async function findHour(server: Server, seed: string, wish: HourWish = {}): Promise<Hour> {
  const { venue = 1 + (spread(`venue ${seed}`) % 3), atLeast = 3 } = wish;
  const hours = (await hoursOf(server, venue)).filter(
    ({ day, free }) => day >= DAYS_AHEAD && !mayRain(day) && free >= atLeast,
  );
  const found = hours[spread(seed) % hours.length];
  if (found === undefined) throw new Error(`venue ${venue} has no hour with ${atLeast} free courts`);
  return found;
}

/**
 * 8 PM at Riverside on the day after the demo started: no court is free there, and at least two are at each of the
 * other venues. That day is today if midnight has passed since.
 */
export async function fullHour(server: Server): Promise<Hour> {
  const time = '8:00 PM';
  const { date: days } = await server.get<{
    date: { date: { date: string }; closed: { time: string; reason: string }[] }[];
  }>('/gettimeslots', { query: { venue: 1, sport: 1 } });
  const full = days
    .slice(0, DAYS_AHEAD)
    .findLast(({ closed }) => closed.some((slot) => slot.time === time && slot.reason === 'full'));
  if (full === undefined) throw new Error('the sample has no full hour');
  return { venue: 1, date: full.date.date, time, free: 0 };
}

/** The free hours of a venue in order, each with its days from today. */
export async function hoursOf(server: Server, venue: number): Promise<(Hour & { day: number })[]> {
  const { date: days } = await server.get<{
    date: { date: { date: string }; slots: { time: string; free: number }[] }[];
  }>('/gettimeslots', { query: { venue, sport: 1 } });
  return days.flatMap(({ date: { date }, slots }, day) =>
    slots.map(({ time, free }) => ({ venue, date, time, free, day })),
  );
}

/** "7:00 PM" as minutes of the day. */
export function minutesOf(time: string): number {
  const [, hour, minute, half] = /^(\d+):(\d+) ([AP]M)$/.exec(time) ?? [];
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minute);
}

/** Minutes of the day as "7:00 PM". */
export function timeOf(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The start of an hour at the sample venues, which are in India. */
export function startOf({ date, time }: Hour): Date {
  return new Date(Date.parse(`${date}T00:00:00+05:30`) + minutesOf(time) * 60_000);
}

/** FNV-1a: distributes test names over the hours, and over the players who may pay online. */
export function spread(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
