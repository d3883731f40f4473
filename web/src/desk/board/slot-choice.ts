import { isSameSlot, type Slot } from '@/desk/lib/slots';
import type { Cell } from '@/desk/day/board-model';
import { slotOf, isBookable } from './free-slots';

/** The slots that are being booked, and how to choose others. */
export interface SlotChoice {
  slots: readonly Slot[];
  /** Why nothing can be booked now; null while slots can be booked. */
  off: string | null;
  /** The end of the hold of each slot, ISO 8601, by `slotKey`; null while the server has not held it. */
  until: ReadonlyMap<string, string | null>;
  onToggle: (slot: Slot) => void;
  /** Books the chosen slots. */
  onBook: () => void;
}

/** Whether the person who is signed in is booking this cell's slot. A cell that another person took meanwhile is not. */
export function isChosen(cell: Cell, choice: Pick<SlotChoice, 'slots'> | null): boolean {
  return choice !== null && isBookable(cell) && choice.slots.some((slot) => isSameSlot(slot, slotOf(cell)));
}
