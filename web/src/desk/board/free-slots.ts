import type { Slot } from '@/desk/lib/slots';
import { isSameSlot } from '@/desk/lib/slots';
import { cellAt, isForSale, type BoardModel, type Cancelled, type Cell } from '@/desk/day/board-model';

export function slotOf({ court, minute }: Cell): Slot {
  return { court: court.id, minute };
}

/** Whether a person who may book can take this cell: a free slot that is for sale, or one that they hold already. */
export function isBookable(cell: Cell): boolean {
  return isForSale(cell) || (cell.kind === 'desk_hold' && cell.mine);
}

/** The free cells of a column that are for sale, by the numbers of their courts. */
export function freeCells(model: BoardModel, column: number): Cell[] {
  return model.rows
    .flatMap((row) => cellAt(row, column) ?? [])
    .filter((cell) => isForSale(cell))
    .toSorted((a, b) => a.court.number - b.court.number);
}

/** The slot for a person who wants to play now: in the running hour, else in the next one; null if neither has a court for sale. */
export function walkInSlot(model: BoardModel): Slot | null {
  const next = model.columns.findIndex(({ phase }) => phase === 'ahead');
  const [cell] = [model.nowColumn, next].filter((column) => column >= 0).flatMap((column) => freeCells(model, column));
  return cell === undefined ? null : slotOf(cell);
}

/** A free court at a start: `preferred` if it is free or if the board has no free one, else the first. */
export function findFreeCourt(model: BoardModel | undefined, minute: number, preferred: number): number {
  const column = model?.columns.findIndex((one) => one.minute === minute) ?? -1;
  const courts = model === undefined || column < 0 ? [] : freeCells(model, column).map(({ court }) => court.id);
  return courts.includes(preferred) ? preferred : (courts[0] ?? preferred);
}

/** The bookings that were in these slots and are cancelled. */
export function cancelledIn(model: BoardModel | undefined, slots: readonly Slot[]): readonly Cancelled[] {
  const cells = model?.rows.flatMap(({ cells: own }) => own) ?? [];
  return cells.filter((cell) => slots.some((slot) => isSameSlot(slot, slotOf(cell)))).flatMap((cell) => cell.cancelled);
}

/**
 * The slots that can be booked with the chosen ones: the courts at the start of the first, chosen or free, and the next slots of
 * the chosen courts if all of these are free then. Null if no slot is chosen, or that start is not on the board.
 */
export function nearbySlots(model: BoardModel, slots: readonly Slot[]) {
  const [first] = slots;
  const column = model.columns.findIndex(({ minute }) => minute === first?.minute);
  if (first === undefined || column < 0) return null;
  const isChosen = (slot: Slot) => slots.some((one) => isSameSlot(one, slot));
  const courts = model.rows
    .flatMap((row) => cellAt(row, column) ?? [])
    .filter((cell) => isForSale(cell) || isChosen(slotOf(cell)))
    .map((cell) => ({ court: cell.court, isChosen: isChosen(slotOf(cell)) }));
  const last = Math.max(...slots.map(({ minute }) => model.columns.findIndex((one) => one.minute === minute)));
  const after = freeCells(model, last + 1).map(slotOf);
  const own = [...new Set(slots.map(({ court }) => court))];
  const next = own.flatMap((court) => after.filter((slot) => slot.court === court));
  return { minute: first.minute, courts, next: next.length === own.length ? next : [] };
}
