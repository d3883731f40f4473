import { hourText, MINUTES_OF_DAY } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { HEAT_STEPS } from '@/desk/lib/heat-steps';
import type { CourtWeek, PricedHour, Prices, Stroke } from './prices';

/** The week of each court by its id, Monday first. */
export type Weeks = ReadonlyMap<number, readonly (readonly PricedHour[])[]>;

/** The place of an hour in the week: the weekday, Monday is 0, and the number of its start. */
export interface Place {
  weekday: number;
  column: number;
}

/** The hours between two places, both included. */
export interface Area {
  from: Place;
  to: Place;
}

/** An hour of the week, for all courts of a group together. */
export interface Cell {
  isOpen: boolean;
  /** The lowest and the highest price in paise; null if no court has a price. */
  lowest: number | null;
  highest: number | null;
  /** Whether at least one court is open and has no price. */
  hasUnsold: boolean;
}

/** Hours of some weekdays whose price changes in the same way on some courts. */
export interface Change {
  courts: number[];
  weekdays: number[];
  fromMinute: number;
  untilMinute: number;
  /** In paise; null: not for sale. */
  old: number | null;
  new: number | null;
}

/** The weeks of the server's answer, by court. */
export function weeksOf(weeks: readonly CourtWeek[]): Weeks {
  return new Map(weeks.flatMap(({ courts, days }) => courts.map((court) => [court, days] as const)));
}

/** The area between two places, from the earlier weekday and start to the later ones. */
export function areaOf(one: Place, other: Place): Area {
  return {
    from: { weekday: Math.min(one.weekday, other.weekday), column: Math.min(one.column, other.column) },
    to: { weekday: Math.max(one.weekday, other.weekday), column: Math.max(one.column, other.column) },
  };
}

export function isIn({ from, to }: Area, { weekday, column }: Place): boolean {
  return weekday >= from.weekday && weekday <= to.weekday && column >= from.column && column <= to.column;
}

/**
 * Where a stroke that ends with a start has to end: with its hour, or before the next start, which may be one of other weekdays and lie
 * within the hour.
 */
function endOfStroke({ starts, slot_minutes }: Pick<Prices, 'starts' | 'slot_minutes'>, column: number): number {
  const end = Math.min(MINUTES_OF_DAY, (starts[column] ?? 0) + slot_minutes);
  return Math.min(end, starts[column + 1] ?? MINUTES_OF_DAY);
}

/** Hours of a weekday without a gap: from the first start to the end of the last hour, minutes of the day. */
interface Run {
  /** The number of its first start. */
  column: number;
  fromMinute: number;
  untilMinute: number;
}

/**
 * The hours of a weekday in runs of the same kind, the earliest first. `kindOf` is the kind of the hour of a start; null: it is in no run.
 * Starts at which nothing begins on this weekday end no run: they are those of other weekdays.
 */
export function runsOf(
  { starts, slot_minutes }: Pick<Prices, 'starts' | 'slot_minutes'>,
  day: readonly PricedHour[],
  kindOf: (column: number) => string | null,
): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let kind: string | null = null;
  for (const [column, hour] of day.entries()) {
    if (!hour.is_open) continue;
    const fromMinute = starts[column] ?? 0;
    const untilMinute = Math.min(MINUTES_OF_DAY, fromMinute + slot_minutes);
    const next = kindOf(column);
    if (run !== null && next === kind && fromMinute <= run.untilMinute) run.untilMinute = untilMinute;
    else {
      run = next === null ? null : { column, fromMinute, untilMinute };
      if (run !== null) runs.push(run);
    }
    kind = next;
  }
  return runs;
}

/** The stroke that gives an area of some courts a price. */
export function strokeOf(
  prices: Pick<Prices, 'starts' | 'slot_minutes'>,
  courts: readonly number[],
  { from, to }: Area,
  price: number | null,
): Stroke {
  return {
    courts: [...courts],
    weekdays: Array.from({ length: to.weekday - from.weekday + 1 }, (_, day) => from.weekday + day),
    from_minute: prices.starts[from.column] ?? 0,
    until_minute: endOfStroke(prices, to.column),
    price_paise: price,
  };
}

/** The weeks after the strokes, painted as the server does it: closed hours stay closed. */
export function applyStrokes(weeks: Weeks, starts: readonly number[], strokes: readonly Stroke[]): Weeks {
  if (strokes.length === 0) return weeks;
  return new Map(
    [...weeks].map(([court, days]) => {
      const own = strokes.filter(({ courts }) => courts.includes(court));
      const hours = days.map((day, weekday) =>
        day.map((hour, column) => {
          const start = starts[column] ?? 0;
          const last = own.findLast(
            (stroke) => stroke.weekdays.includes(weekday) && stroke.from_minute <= start && start < stroke.until_minute,
          );
          return last === undefined || !hour.is_open ? hour : { ...hour, price_paise: last.price_paise };
        }),
      );
      return [court, hours] as const;
    }),
  );
}

/** An hour of a group of courts. */
export function cellOf(weeks: Weeks, courts: readonly number[], { weekday, column }: Place): Cell {
  const hours = courts.flatMap((court) => weeks.get(court)?.[weekday]?.[column] ?? []);
  const sold = hours.flatMap(({ price_paise }) => price_paise ?? []);
  return {
    isOpen: hours.some(({ is_open }) => is_open),
    lowest: sold.length === 0 ? null : Math.min(...sold),
    highest: sold.length === 0 ? null : Math.max(...sold),
    hasUnsold: hours.some(({ is_open, price_paise }) => is_open && price_paise === null),
  };
}

export function isSame(one: Cell, other: Cell): boolean {
  return one.lowest === other.lowest && one.highest === other.highest && one.hasUnsold === other.hasUnsold;
}

/** All prices of some weeks in paise, the lowest first. */
export function pricesIn(...all: readonly Weeks[]): number[] {
  const prices = all.flatMap((weeks) =>
    [...weeks.values()].flatMap((days) => days.flatMap((day) => day.flatMap(({ price_paise }) => price_paise ?? []))),
  );
  return [...new Set(prices)].toSorted((a, b) => a - b);
}

/** The class of `heat.css` for a price: the higher it is among the prices of `scale`, the stronger. */
export function heatOf(price: number, scale: readonly number[]): string {
  const most = Math.max(1, scale.length - 1);
  return `heat-${Math.round((Math.max(0, scale.indexOf(price)) * (HEAT_STEPS - 1)) / most)}`;
}

/** What differs between two weeks, courts with the same differences together. */
export function changesOf(before: Weeks, after: Weeks, prices: Pick<Prices, 'starts' | 'slot_minutes'>): Change[] {
  const byWeek = new Map<string, { courts: number[]; changes: Change[] }>();
  for (const [court, days] of before) {
    const changes = changesOfCourt(days, after.get(court) ?? days, prices);
    if (changes.length === 0) continue;
    const key = JSON.stringify(changes);
    const known = byWeek.get(key);
    if (known === undefined) byWeek.set(key, { courts: [court], changes });
    else known.courts.push(court);
  }
  return [...byWeek.values()].flatMap(({ courts, changes }) => changes.map((change) => ({ ...change, courts })));
}

function changesOfCourt(
  before: readonly (readonly PricedHour[])[],
  after: readonly (readonly PricedHour[])[],
  prices: Pick<Prices, 'starts' | 'slot_minutes'>,
): Change[] {
  const changes = new Map<string, Change>();
  before.forEach((day, weekday) => {
    const pricesOf = (column: number) => ({
      old: day[column]?.price_paise ?? null,
      new: after[weekday]?.[column]?.price_paise ?? null,
    });
    const kindOf = (column: number) => {
      const both = pricesOf(column);
      return both.old === both.new ? null : JSON.stringify(both);
    };
    for (const { column, fromMinute, untilMinute } of runsOf(prices, day, kindOf)) {
      const change = { fromMinute, untilMinute, ...pricesOf(column) };
      const key = JSON.stringify(change);
      const known = changes.get(key);
      if (known === undefined) changes.set(key, { courts: [], weekdays: [weekday], ...change });
      else known.weekdays.push(weekday);
    }
  });
  return [...changes.values()];
}

/** [5, 6] → "Sat, Sun"; [0, 1, 2, 3] → "Mon – Thu". `nameOf` names a weekday. */
export function weekdaysText(weekdays: readonly number[], nameOf: (weekday: number) => string): string {
  const parts: string[] = [];
  for (let at = 0; at < weekdays.length;) {
    let end = at;
    while (weekdays[end + 1] === (weekdays[end] ?? 0) + 1) end += 1;
    const [first, last] = [weekdays[at] ?? 0, weekdays[end] ?? 0];
    if (end - at >= 2) parts.push(`${nameOf(first)} – ${nameOf(last)}`);
    else parts.push(...weekdays.slice(at, end + 1).map(nameOf));
    at = end + 1;
  }
  return parts.join(', ');
}

/** 1080, 1320 → "6 – 10 PM"; 660, 780 → "11 AM – 1 PM"; 360, 1440 → "6 AM – 12 AM", which is the next midnight. */
export function hourRangeText(from: number, until: number): string {
  const [first, last] = [hourText(from), hourText(until)];
  const isInOneHalf = first.slice(-2) === last.slice(-2) && until < MINUTES_OF_DAY;
  return `${isInOneHalf ? first.slice(0, -3) : first} – ${last}`;
}

/** 80000 → "800": a price without its sign. */
export function amountText(paise: number): string {
  return rupees(paise / 100).replace('₹', '');
}
