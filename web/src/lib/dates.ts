import { currentLanguage, perLocale } from './language';

/**
 * Days and times of the venue. They come and go as text ("2026-11-22", "7:00 PM") in the venue's own zone; only instants
 * ("2026-11-22T13:30:00Z") are ever turned into a Date. A calendar day is formatted through UTC, so that the zone of the
 * player's phone cannot move it.
 * Names of days and months are those of the current language; the clock reads "7:00 PM" in each, as on the pass and at
 * the desk.
 */
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{1,2}):(\d{2}) (AM|PM)$/;

function utcNoon(day: string): Date | null {
  const match = DAY.exec(day);
  return match ? new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 12)) : null;
}

const dayParts = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }),
);

const wordy = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }),
);

function parts(date: Date, format: Intl.DateTimeFormat): Record<string, string> {
  return Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]));
}

/** "2026-11-22" → "Sun, 22 Nov 2026". Text that is no day comes back unchanged. */
export function longDay(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  const p = parts(date, dayParts());
  return `${p['weekday']}, ${p['day']} ${p['month']} ${p['year']}`;
}

/** "2026-11-22" → "Sun". */
export function weekdayOf(day: string): string {
  const date = utcNoon(day);
  return date ? (parts(date, dayParts())['weekday'] ?? '') : day;
}

/** "2026-11-22" → "Sun 22". */
export function shortDay(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  const p = parts(date, dayParts());
  return `${p['weekday']} ${p['day']}`;
}

/** "2026-12-16" → "Wed 16 Dec", where there is little room. */
export function chipDay(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  const p = parts(date, dayParts());
  return `${p['weekday']} ${p['day']} ${p['month']}`;
}

/** "2026-11-22" → "Sun, 22 Nov". */
export function dayAndMonth(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  const p = parts(date, dayParts());
  return `${p['weekday']}, ${p['day']} ${p['month']}`;
}

/** "2026-11-22" → "Sunday, 22 November", for names that are read aloud. */
export function spokenDay(day: string): string {
  const date = utcNoon(day);
  return date ? wordy().format(date) : day;
}

const whole = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }),
);

/** "2026-11-22" → "22 November 2026", for texts. */
export function fullDay(day: string): string {
  const date = utcNoon(day);
  return date ? whole().format(date) : day;
}

/** "2026-11-22" → "Nov". */
export function monthOf(day: string): string {
  const date = utcNoon(day);
  return date ? (parts(date, dayParts())['month'] ?? '') : '';
}

/** The day after (or before, with a negative count): nextDay("2026-11-30", 1) → "2026-12-01". */
export function addDays(day: string, count: number): string {
  const date = utcNoon(day);
  if (!date) return day;
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Minutes after midnight of "7:00 PM" → 1140; null for other text. */
export function minutesOfDay(time: string): number | null {
  const match = TIME.exec(time);
  if (!match) return null;
  const hour = Number(match[1]) % 12;
  return (hour + (match[3] === 'PM' ? 12 : 0)) * 60 + Number(match[2]);
}

/** 1140 → "7:00 PM". Minutes past midnight wrap around. */
export function timeText(minutes: number): string {
  const inDay = ((minutes % 1440) + 1440) % 1440;
  const hour = Math.floor(inDay / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(inDay % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** timeRange("7:00 PM", 55) → "7:00 – 7:55 PM"; over noon both halves are named. */
export function timeRange(time: string, playMinutes: number): string {
  const start = minutesOfDay(time);
  if (start === null) return time;
  const end = timeText(start + playMinutes);
  const from = time.slice(-2) === end.slice(-2) ? time.slice(0, -3) : time;
  return `${from} – ${end}`;
}

/** Making one takes longer than a hundred days take to write. */
const isoDays = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant in a zone: "2026-11-22". */
export function dayIn(zone: string, instant: Date): string {
  let days = isoDays.get(zone);
  if (days === undefined) {
    days = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    isoDays.set(zone, days);
  }
  return days.format(instant);
}

/** An instant as the venue reads it: "Sun 22, 1:00 PM". */
export function instantText(iso: string, zone: string): string {
  return inZone(iso, zone, shortDay);
}

/** The same with its month: "Sun 22 Nov, 1:00 PM". */
export function momentText(iso: string, zone: string): string {
  return inZone(iso, zone, chipDay);
}

function inZone(iso: string, zone: string, dayText: (day: string) => string): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  const clock = parts(
    instant,
    new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit', hour12: true }),
  );
  return `${dayText(dayIn(zone, instant))}, ${clock['hour']}:${clock['minute']} ${clock['dayPeriod']}`;
}

/** The date and time of a history record's "21 Nov 2026 | 6:00 AM". */
export function splitCardDate(carddate: string | null | undefined): { date: string; time: string } {
  const [date, time] = (carddate ?? '').split('|').map((part) => part.trim());
  return { date: date || 'N/A', time: time || 'N/A' };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day that the server has written for readers, "21 Nov 2026" or "Sat, 21 Nov 2026", in the current language. */
export function cardDay(date: string): string {
  const [, weekday, day, name, year] = /^([A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(date) ?? [];
  const month = MONTHS.indexOf(name ?? '');
  if (currentLanguage() === 'en' || month < 0 || year === undefined || day === undefined) return date;
  const iso = `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return weekday === undefined ? `${day} ${monthOf(iso)} ${year}` : longDay(iso);
}
