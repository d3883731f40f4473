import { isSameHour, type CourtHour } from '@/desk/lib/court-hours';
import type { Cell } from './board-model';
import { hourOf, isBookable } from './free-hours';

/** The hours that are being booked, and how to choose others. */
export interface HourChoice {
  hours: readonly CourtHour[];
  /** Until when each is held, ISO 8601, by `hourKey`; null while the server has not held it. */
  until: ReadonlyMap<string, string | null>;
  onToggle: (hour: CourtHour) => void;
  /** Books the chosen hours, as the panel's button does. */
  onBook: () => void;
}

/** Whether the reader is booking this cell's hour. A cell that somebody else has got meanwhile is not theirs. */
export function isChosen(cell: Cell, choice: HourChoice | null): boolean {
  return choice !== null && isBookable(cell) && choice.hours.some((hour) => isSameHour(hour, hourOf(cell)));
}
