import { type Period, type PeriodSlots, periodToOpen } from './day-slots';

/** What the player has opened (true) or shut (false); a period that is not named follows the rule. */
export type Toggled = Readonly<Partial<Record<Period, boolean>>>;

export interface OpenRule {
  toggled: Toggled;
  /** The hour that was chosen or wanted: what is open lies around it. */
  wanted: string | undefined;
  /** Large screens have room for all three. */
  allOpen: boolean;
}

/**
 * The periods whose hours are shown. What the player opened stays open, on another day too; only where none of it has a
 * free hour, or nothing was opened yet, the period of the wanted hour opens, else the first with a free one.
 */
export function openPeriods(periods: readonly PeriodSlots[], { toggled, wanted, allOpen }: OpenRule): Set<Period> {
  const usable = periods.filter((p) => p.freeHours > 0);
  const kept = usable.some((p) => toggled[p.period] === true);
  const first = kept ? null : periodToOpen(periods, wanted);
  return new Set(usable.map((p) => p.period).filter((period) => toggled[period] ?? (allOpen || period === first)));
}

/** The same with every open period named, so that neither a choice nor another day shuts what the player looks at. */
export function keepOpen(toggled: Toggled, open: ReadonlySet<Period>): Toggled {
  return { ...toggled, ...Object.fromEntries([...open].map((period) => [period, true])) };
}
