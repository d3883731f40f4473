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

type WeekSlot = SeriesWeek['slots'][number];
type OtherCourt = WeekSlot['others'][number];

/** A slot of a later week that is not free. */
export interface Clash {
  slot: WeekSlot;
  /** The court that was chosen instead; null if the slot is left out. */
  chosen: number | null;
  /** The courts that can be chosen: those that are free and that no other clash of this hour has. */
  offered: readonly OtherCourt[];
}

/**
 * The courts that the slots of a week get instead of theirs. A court that is taken by now is left out, and one that two slots of
 * an hour have chosen is that of the first.
 */
function chosenIn({ day, slots }: SeriesWeek, choices: ClashChoices): ReadonlyMap<WeekSlot, OtherCourt> {
  const chosen = new Map<WeekSlot, OtherCourt>();
  for (const slot of slots) {
    const other = slot.others.find(({ court }) => court === choices.get(clashKey(day, slot)));
    if (other !== undefined && !hasCourt(chosen, slot.minute, other.court)) chosen.set(slot, other);
  }
  return chosen;
}

function hasCourt(chosen: ReadonlyMap<WeekSlot, OtherCourt>, minute: number, court: number): boolean {
  return [...chosen].some(([slot, other]) => slot.minute === minute && other.court === court);
}

/** The slots of later weeks that are booked: the free ones, and the courts that were chosen instead of taken ones. */
export function chosenSlots(weeks: readonly SeriesWeek[], choices: ClashChoices): LaterSlot[] {
  return weeks.flatMap((week) => {
    const { day, slots } = week;
    const chosen = chosenIn(week, choices);
    return slots.flatMap((slot) => {
      const { court, minute, price_paise } = slot;
      if (price_paise !== null) return [{ day, court, minute, price_paise }];
      const other = chosen.get(slot);
      return other === undefined ? [] : [{ day, court: other.court, minute, price_paise: other.price_paise }];
    });
  });
}

/** The weeks with a slot that is not free. */
export function clashesOf(weeks: readonly SeriesWeek[], choices: ClashChoices): { day: string; clashes: Clash[] }[] {
  return weeks
    .map((week) => {
      const chosen = chosenIn(week, choices);
      const clashes = week.slots
        .filter(({ state }) => state !== 'free')
        .map((slot) => {
          const own = chosen.get(slot)?.court ?? null;
          const isLeft = ({ court }: OtherCourt) => court === own || !hasCourt(chosen, slot.minute, court);
          return { slot, chosen: own, offered: slot.others.filter(isLeft) };
        });
      return { day: week.day, clashes };
    })
    .filter(({ clashes }) => clashes.length > 0);
}

/** The most slots that the server takes for one series in all. */
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
