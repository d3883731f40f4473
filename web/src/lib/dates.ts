import { currentLanguage, perLocale } from './language';

/*
 * Days and times of the venue, as text ("2026-11-22", "7:00 PM") in the venue's own zone. A calendar day is formatted
 * as UTC, so that the zone of the player's phone cannot shift it. Names of days and months are in the current language;
 * times read "7:00 PM" in every language.
 */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{1,2}):(\d{2}) (AM|PM)$/;

export const MINUTES_OF_DAY = 24 * 60;

function utcNoon(day: string): Date | null {
  const match = DAY.exec(day);
  return match ? new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 12)) : null;
}

/**
 * The values that `Intl` gives for `en-IN`. A browser's first use of `Intl` blocks a slow phone for 0.1 to 0.2 seconds.
 */
const ENGLISH_WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const ENGLISH_MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The full English names of a date's weekday and month. */
function englishNames(date: Date): { weekday: string; month: string } {
  return { weekday: ENGLISH_WEEKDAYS[date.getUTCDay()] ?? '', month: ENGLISH_MONTHS[date.getUTCMonth()] ?? '' };
}

const translatedParts = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }),
);

/** The short forms of a day's weekday, day, month and year. */
function dayParts(date: Date): Record<string, string> {
  if (currentLanguage() !== 'en') {
    return Object.fromEntries(
      translatedParts()
        .formatToParts(date)
        .map((part) => [part.type, part.value]),
    );
  }
  const { weekday, month } = englishNames(date);
  return {
    weekday: weekday.slice(0, 3),
    day: String(date.getUTCDate()),
    month: month === 'September' ? 'Sept' : month.slice(0, 3),
    year: String(date.getUTCFullYear()),
  };
}

const weekdayAndDate = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }),
);

/** "2026-11-22" → "Sun, 22 Nov 2026". Text that is not a day is returned unchanged. */
export function longDay(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  const p = dayParts(date);
  return `${p['weekday']}, ${p['day']} ${p['month']} ${p['year']}`;
}

/** "2026-11-22" → "Sun". */
export function weekdayOf(day: string): string {
  const date = utcNoon(day);
  return date ? (dayParts(date)['weekday'] ?? '') : day;
}

/** "2026-11-22" → "Sun 22". */
export function shortDay(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  const p = dayParts(date);
  return `${p['weekday']} ${p['day']}`;
}

/** "2026-12-16" → "Wed 16 Dec". */
export function chipDay(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  const p = dayParts(date);
  return `${p['weekday']} ${p['day']} ${p['month']}`;
}

/** "2026-11-22" → "Sun, 22 Nov". */
export function dayAndMonth(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  const p = dayParts(date);
  return `${p['weekday']}, ${p['day']} ${p['month']}`;
}

/** "2026-11-22" → "Sunday, 22 November". */
export function dayForScreenReaders(day: string): string {
  const date = utcNoon(day);
  if (!date) return day;
  if (currentLanguage() !== 'en') return weekdayAndDate().format(date);
  const { weekday, month } = englishNames(date);
  return `${weekday}, ${date.getUTCDate()} ${month}`;
}

const dateWithYear = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }),
);

/** "2026-11-22" → "22 November 2026". */
export function fullDay(day: string): string {
  const date = utcNoon(day);
  return date ? dateWithYear().format(date) : day;
}

/** "2026-11-22" → "Nov". */
export function monthOf(day: string): string {
  const date = utcNoon(day);
  return date ? (dayParts(date)['month'] ?? '') : '';
}

/** The day after (or before, with a negative count): addDays("2026-11-30", 1) → "2026-12-01". */
export function addDays(day: string, count: number): string {
  const date = utcNoon(day);
  if (!date) return day;
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** "7:00 PM" → 1140, the minutes after midnight; null for other text. */
export function minutesOfDay(time: string): number | null {
  const match = TIME.exec(time);
  if (!match) return null;
  const hour = Number(match[1]) % 12;
  return (hour + (match[3] === 'PM' ? 12 : 0)) * 60 + Number(match[2]);
}

/** 1140 → "7:00 PM". Minutes past midnight wrap around. */
export function timeText(minutes: number): string {
  const inDay = ((minutes % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const hour = Math.floor(inDay / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(inDay % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** 1140 → "7 PM", 1170 → "7:30 PM". */
export function hourText(minutes: number): string {
  return timeText(minutes).replace(':00', '');
}

/** timeRange("7:00 PM", 55) → "7:00 – 7:55 PM"; a range across noon or midnight shows AM and PM on both sides. */
export function timeRange(time: string, playMinutes: number): string {
  const start = minutesOfDay(time);
  if (start === null) return time;
  const end = timeText(start + playMinutes);
  const from = time.slice(-2) === end.slice(-2) ? time.slice(0, -3) : time;
  return `${from} – ${end}`;
}

/** Minutes ahead of UTC, for zones without daylight saving time: these do not need `Intl`. */
const FIXED_ZONES: Readonly<Record<string, number>> = { 'Asia/Kolkata': 330, UTC: 0 };

/** Calls `make` once per zone: creating a formatter takes longer than formatting a hundred days with it. */
function perZone(make: (timeZone: string) => Intl.DateTimeFormat): (zone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const known = made.get(zone) ?? make(zone);
    made.set(zone, known);
    return known;
  };
}

const isoDay = perZone(
  (timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);
const clock = perZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }));

/** The calendar day of an instant in a zone: "2026-11-22". */
export function dayIn(zone: string, instant: Date): string {
  const ahead = FIXED_ZONES[zone];
  if (ahead === undefined) return isoDay(zone).format(instant);
  return new Date(instant.getTime() + ahead * 60_000).toISOString().slice(0, 10);
}

/** Minutes after midnight at an instant in a zone. */
export function minutesIn(zone: string, instant: Date): number {
  const ahead = FIXED_ZONES[zone];
  if (ahead !== undefined) {
    const there = new Date(instant.getTime() + ahead * 60_000);
    return there.getUTCHours() * 60 + there.getUTCMinutes();
  }
  const [hour, minute] = clock(zone).format(instant).split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** An instant in the venue's zone: "Sun 22, 1:00 PM". */
export function weekdayTimeText(iso: string, zone: string): string {
  return inZone(iso, zone, shortDay);
}

/** An instant in the venue's zone with its month: "Sun 22 Nov, 1:00 PM". */
export function dateTimeText(iso: string, zone: string): string {
  return inZone(iso, zone, chipDay);
}

/** An instant in the venue's zone with its year: "Sun, 22 Nov 2026, 1:00 PM". */
export function dateTimeWithYear(iso: string, zone: string): string {
  return inZone(iso, zone, longDay);
}

/** An instant of the present day as "6:24 PM", any other with its day. `now` is the present time in milliseconds. */
export function timeOrDateTime(iso: string, zone: string, now: number): string {
  const instant = new Date(iso);
  const isToday = dayIn(zone, instant) === dayIn(zone, new Date(now));
  return isToday ? timeText(minutesIn(zone, instant)) : dateTimeText(iso, zone);
}

function inZone(iso: string, zone: string, dayText: (day: string) => string): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  return `${dayText(dayIn(zone, instant))}, ${timeText(minutesIn(zone, instant))}`;
}

/** The date and time of a history record's "21 Nov 2026 | 6:00 AM"; "N/A" for a part that is missing. */
export function splitCardDate(carddate: string | null | undefined): { date: string; time: string } {
  const [date, time] = (carddate ?? '').split('|').map((part) => part.trim());
  return { date: date || 'N/A', time: time || 'N/A' };
}

/** As the server writes them in a day: `Intl` writes "Sept" for `en-IN`. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day that the server has formatted, "21 Nov 2026" or "Sat, 21 Nov 2026", in the current language. */
export function cardDay(date: string): string {
  const [, weekday, day, name, year] = /^([A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(date) ?? [];
  const month = MONTHS.indexOf(name ?? '');
  if (currentLanguage() === 'en' || month < 0 || year === undefined || day === undefined) return date;
  const iso = `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return weekday === undefined ? `${day} ${monthOf(iso)} ${year}` : longDay(iso);
}
