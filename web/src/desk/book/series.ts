import type { SeriesWeek } from '@/desk/api/series';
import { slotKey, type Slot } from '@/desk/lib/slots';

/** A slot of a later week that is booked with the first one. */
export interface LaterSlot extends Slot {
  day: string;
  price_paise: number;
}

/** The other courts that a clerk chose for taken slots of later weeks, by {@link clashKey}; other slots are left out. */
export type ClashChoices = ReadonlyMap<string, number>;

/** The key of a slot of a week, the same for the same slot. */
export function clashKey(day: string, slot: Slot): string {
  return `${day} ${slotKey(slot)}`;
}

/** The slots of later weeks that are booked: the free ones, and the courts that were chosen instead of taken ones. */
export function chosenSlots(weeks: readonly SeriesWeek[], choices: ClashChoices): LaterSlot[] {
  return weeks.flatMap(({ day, slots }) =>
    slots.flatMap(({ court, minute, price_paise, others }) => {
      if (price_paise !== null) return [{ day, court, minute, price_paise }];
      const other = others.find((one) => one.court === choices.get(clashKey(day, { court, minute })));
      return other === undefined ? [] : [{ day, court: other.court, minute, price_paise: other.price_paise }];
    }),
  );
}

/** The weeks with a slot that is not free. */
export function clashesOf(weeks: readonly SeriesWeek[]): SeriesWeek[] {
  return weeks
    .map(({ day, slots }) => ({ day, slots: slots.filter(({ state }) => state !== 'free') }))
    .filter(({ slots }) => slots.length > 0);
}

/** The most slots that one series can have in all. */
const MOST_SLOTS_IN_ALL = 104;
/** The numbers of weeks that are offered below the greatest one. */
const WEEKS = [2, 3, 4, 6, 8, 10, 12, 16, 20, 26, 39];

/** The numbers of weeks that are offered for this number of slots a week; `mostWeeks` is the most of a series. */
export function weeksOffered(slotsAWeek: number, mostWeeks: number): number[] {
  return [...WEEKS.filter((weeks) => weeks < mostWeeks), mostWeeks].filter(
    (weeks) => weeks > 1 && weeks * slotsAWeek <= MOST_SLOTS_IN_ALL,
  );
}

/** The number of weeks of a series: the chosen one, or the greatest that is offered below it; 1 for a single booking. */
export function weeksOf(chosen: number, offered: readonly number[]): number {
  return offered.findLast((weeks) => weeks <= chosen) ?? 1;
}
