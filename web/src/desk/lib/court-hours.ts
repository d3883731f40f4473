/** A court's hour: the id of the court, and the start in minutes of the venue's day. */
export interface CourtHour {
  court: number;
  minute: number;
}

/** The most hours that one booking can have. */
export const MOST_HOURS = 12;

const HOUR = /^([1-9]\d{0,8})-(\d{1,4})$/;
const MINUTES_OF_DAY = 1440;

/** An hour as text: "23-1140". */
export function hourKey({ court, minute }: CourtHour): string {
  return `${court}-${minute}`;
}

/** The hours in a text like "23-1140,24-1140", each once and at most {@link MOST_HOURS}; a wrong one counts as absent. */
export function readCourtHours(text: string | undefined): CourtHour[] {
  const hours = new Map<string, CourtHour>();
  for (const part of text?.split(',') ?? []) {
    const [, court, minute] = HOUR.exec(part) ?? [];
    const hour = { court: Number(court), minute: Number(minute) };
    if (court !== undefined && hour.minute < MINUTES_OF_DAY) hours.set(hourKey(hour), hour);
  }
  return [...hours.values()].slice(0, MOST_HOURS);
}

/** The inverse of {@link readCourtHours}; undefined for no hours. */
export function writeCourtHours(hours: readonly CourtHour[]): string | undefined {
  return hours.length === 0 ? undefined : hours.slice(0, MOST_HOURS).map(hourKey).join(',');
}

/** Whether two hours are the same. */
export function isSameHour(one: CourtHour, other: CourtHour): boolean {
  return one.court === other.court && one.minute === other.minute;
}

/** The hours without this one if it is among them, else with it at the end. */
export function toggledHour(hours: readonly CourtHour[], hour: CourtHour): CourtHour[] {
  const others = hours.filter((one) => !isSameHour(one, hour));
  return others.length < hours.length ? others : [...others, { court: hour.court, minute: hour.minute }];
}
