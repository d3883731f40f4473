import { minutesOfDay, timeText } from '@/lib/dates';

/** The three parts of a day (spec §3). */
export type Period = 'MORNING' | 'AFTERNOON' | 'EVENING';

/** In the order of the day. */
const PERIODS: readonly Period[] = ['MORNING', 'AFTERNOON', 'EVENING'];

/** First and last hourly start of each period, in hours after midnight (spec §9). */
const HOURS: Record<Period, readonly [number, number]> = {
  MORNING: [6, 11],
  AFTERNOON: [12, 17],
  EVENING: [18, 23],
};

/** Why an hour cannot be chosen. */
export type ClosedReason = 'full' | 'past' | 'late' | 'closed';

/** One day as the server returns it. */
export interface DaySlots {
  slots: readonly {
    time: string;
    type: string;
    /** The lowest price of a free court, in rupees. */
    price: number;
    /** The highest price, if the prices of free courts differ. */
    highest_price?: number | null;
    free?: number | null;
  }[];
  closed?: readonly { time: string; reason: string }[] | null;
}

/** One hour of a period's grid. */
export type SlotCell =
  /** `varies`: the courts differ in price, and `price` is the lowest. */
  | { time: string; state: 'free'; price: number; varies: boolean; free: number | null }
  | { time: string; state: ClosedReason };

/** One period card. */
export interface PeriodSlots {
  period: Period;
  /** Price of the period's first free slot in rupees, or 0 (spec §2). */
  price: number;
  /** The period has more than one price, and `price` is the lowest. */
  hasHigherPrices: boolean;
  cells: SlotCell[];
  freeHours: number;
  /** Hours at which the venue is open. */
  openHours: number;
  /** Whether some of the period's hours have passed. */
  hasBegun: boolean;
}

function periodAt(minutes: number): Period {
  if (minutes < 12 * 60) return 'MORNING';
  return minutes < 18 * 60 ? 'AFTERNOON' : 'EVENING';
}

function reasonOf(reason: string | undefined): ClosedReason {
  return reason === 'full' || reason === 'past' || reason === 'late' ? reason : 'closed';
}

/**
 * The period cards of a day. An hour is free only if the day lists it (spec §4: disabled if the day has no entry of
 * it); a venue that opens outside the specification's hours gets the additional cells.
 */
export function periodsOf(day: DaySlots): PeriodSlots[] {
  const closed = new Map((day.closed ?? []).map((hour) => [hour.time, hour.reason]));
  return PERIODS.map((period) => {
    const listed = day.slots.filter((slot) => slot.type === period);
    const byTime = new Map(listed.map((slot) => [slot.time, slot]));
    const [first, last] = HOURS[period];
    const times = new Set<string>();
    for (let hour = first; hour <= last; hour += 1) times.add(timeText(hour * 60));
    for (const slot of listed) times.add(slot.time);
    for (const time of closed.keys()) {
      const minutes = minutesOfDay(time);
      if (minutes !== null && periodAt(minutes) === period) times.add(time);
    }
    const cells = [...times]
      .toSorted((a, b) => (minutesOfDay(a) ?? 0) - (minutesOfDay(b) ?? 0))
      .map((time): SlotCell => {
        const slot = byTime.get(time);
        return slot
          ? {
              time,
              state: 'free',
              price: slot.price,
              varies: (slot.highest_price ?? slot.price) > slot.price,
              free: slot.free ?? null,
            }
          : { time, state: reasonOf(closed.get(time)) };
      });
    const freeCells = cells.filter((cell) => cell.state === 'free');
    const price = freeCells[0]?.price ?? 0;
    return {
      period,
      price,
      hasHigherPrices:
        freeCells.some((cell) => cell.varies || cell.price > price) && freeCells.every((cell) => cell.price >= price),
      cells,
      freeHours: freeCells.length,
      openHours: cells.filter((cell) => cell.state !== 'closed').length,
      hasBegun: cells.some((cell) => cell.state === 'past'),
    };
  });
}

/** The hours that are free or full. An hour that passes or now begins too soon is no longer free, but was not taken. */
export function hoursOnSale(periods: readonly PeriodSlots[]): SlotCell[] {
  return periods.flatMap(({ cells }) => cells.filter(({ state }) => state === 'free' || state === 'full'));
}

/** Why a day has no free hour; null if it has one. */
export function reasonDayClosed({ slots, closed }: DaySlots): ClosedReason | null {
  return slots.length > 0 ? null : mainReason((closed ?? []).map((hour) => reasonOf(hour.reason)));
}

/** Why a period has no free hour; null if it has one. */
export function reasonPeriodClosed({ freeHours, cells }: PeriodSlots): ClosedReason | null {
  return freeHours > 0 ? null : mainReason(cells.flatMap((cell) => (cell.state === 'free' ? [] : [cell.state])));
}

/** The one reason to name for several hours: full before too late, too late before past, else closed. */
function mainReason(reasons: readonly ClosedReason[]): ClosedReason {
  return (['full', 'late', 'past'] as const).find((reason) => reasons.includes(reason)) ?? 'closed';
}

/** The period to open first: that of the wanted hour if it has a free one, else the first that has. */
export function periodToOpen(periods: readonly PeriodSlots[], wanted: string | undefined): Period | null {
  const holder = periods.find((p) => p.freeHours > 0 && p.cells.some((cell) => cell.time === wanted));
  return (holder ?? periods.find((p) => p.freeHours > 0))?.period ?? null;
}

/** Whether the hour is still free on that day. */
export function isFree(day: DaySlots | undefined, time: string | undefined): boolean {
  return time !== undefined && (day?.slots.some((slot) => slot.time === time) ?? false);
}

/** The day to show: the requested one if it is offered, else the first with a free hour, else the first. */
export function dayToShow<D extends { date: { date: string }; slots: readonly unknown[] }>(
  days: readonly D[],
  requested: string | undefined,
): D | undefined {
  return days.find((d) => d.date.date === requested) ?? days.find((d) => d.slots.length > 0) ?? days[0];
}
