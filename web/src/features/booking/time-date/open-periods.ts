import { type Period, type PeriodSlots, periodToOpen } from './day-slots';

/** The periods that the player has opened (true) or closed (false); any other follows the rule. */
export type Toggled = Readonly<Partial<Record<Period, boolean>>>;

export interface OpenRule {
  toggled: Toggled;
  /** The chosen or wanted hour. */
  wanted: string | undefined;
  /** Whether all periods are shown that the player has not closed. */
  allOpen: boolean;
}

/**
 * The periods whose hours are shown, of those with a free hour: the ones that the player opened; if there is none, that
 * of the wanted hour, else the first. With `allOpen` it is all of them. One that the player closed stays closed.
 */
export function openPeriods(periods: readonly PeriodSlots[], { toggled, wanted, allOpen }: OpenRule): Set<Period> {
  const usable = periods.filter((p) => p.freeHours > 0);
  const kept = usable.some((p) => toggled[p.period] === true);
  const first = kept ? null : periodToOpen(periods, wanted);
  return new Set(usable.map((p) => p.period).filter((period) => toggled[period] ?? (allOpen || period === first)));
}

/** Marks every open period as opened by the player, so that a choice closes none of them. */
export function keepOpen(toggled: Toggled, open: ReadonlySet<Period>): Toggled {
  return { ...toggled, ...Object.fromEntries([...open].map((period) => [period, true])) };
}
