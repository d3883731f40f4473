import type { Server } from './server';

/** An hour at a venue; its courts are free when it is found, and other tests look elsewhere. */
export interface Hour {
  venue: number;
  /** YYYY-MM-DD and "7:00 PM", as the wire has them. */
  date: string;
  time: string;
  /** Free courts. */
  free: number;
}

/** What a test wants of its hour. */
export interface HourWish {
  venue?: number;
  atLeast?: number;
}

/** Days from today on that stay untouched, for what is said of today and tomorrow. */
const DAYS_AHEAD = 2;

/** A free hour of the coming weeks: the same one for the same seed, another one for nearly every other seed. */
export async function findHour(server: Server, seed: string, wish: HourWish = {}): Promise<Hour> {
  const { venue = 1 + (spread(`venue ${seed}`) % 3), atLeast = 3 } = wish;
  const hours = (await hoursOf(server, venue)).filter(({ day, free }) => day >= DAYS_AHEAD && free >= atLeast);
  const found = hours[spread(seed) % hours.length];
  if (found === undefined) throw new Error(`venue ${venue} has no hour with ${atLeast} free courts`);
  return found;
}

/**
 * 8 PM at Riverside on the day after the demo began: no court is left there, and at each of the other venues two at least.
 * That day is today when midnight has come since.
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

/** The free hours of a venue in their order, with the day's distance from today. */
export async function hoursOf(server: Server, venue: number): Promise<(Hour & { day: number })[]> {
  const { date: days } = await server.get<{
    date: { date: { date: string }; slots: { time: string; free: number }[] }[];
  }>('/gettimeslots', { query: { venue, sport: 1 } });
  return days.flatMap(({ date: { date }, slots }, day) =>
    slots.map(({ time, free }) => ({ venue, date, time, free, day })),
  );
}

/** The start of an hour at the sample venues, which lie in India. */
export function startOf({ date, time }: Hour): Date {
  const [, hour, minute, half] = /^(\d+):(\d+) ([AP]M)$/.exec(time) ?? [];
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  return new Date(`${date}T${String(hours).padStart(2, '0')}:${minute}:00+05:30`);
}

/** FNV-1a: spreads test names over the hours, and over the players who pay. */
export function spread(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
