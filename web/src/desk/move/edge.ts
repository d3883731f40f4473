import { cellAt, isForSale, type BookingCell, type BoardModel, type Cell } from '@/desk/day/board-model';
import type { BoardBooking } from '@/desk/api/board';

/** A bar whose right edge is dragged: its last hour, and the cell after it. */
export interface Edge {
  cell: BookingCell;
  last: BoardBooking;
  /** The court's hour that begins when the bar ends; undefined before a gap in the day and after its last hour. */
  next: Cell | undefined;
}

/** Marks the right edge of a bar, by which it is made longer or shorter. */
export const edgeMark = { 'data-edge': '' };

/** Whether the length of a bar can be changed: its last hour is confirmed, its play is not over, and it was not missed. */
export function canChangeLength(cell: Cell): cell is BookingCell {
  if (cell.kind !== 'booking' || cell.isPlayOver) return false;
  const last = cell.bookings.at(-1);
  return last?.status === 'confirmed' && last.attendance !== 'absent';
}

export function edgeOf(model: BoardModel, cell: BookingCell): Edge {
  const row = model.rows.find(({ court }) => court.id === cell.court.id);
  const after = cell.column + cell.span;
  const isNext = model.columns[after]?.startsAt === cell.endsAt;
  return { cell, last: cell.bookings.at(-1) ?? cell.bookings[0], next: isNext ? cellAt(row, after) : undefined };
}

/**
 * The result of dropping an edge on a cell: an hour more for a price in paise, an hour less, no change at its old place or
 * if the bar has only one hour to lose, or why no hour can be added.
 */
export type EdgeTarget =
  | { kind: 'longer'; minute: number; price_paise: number }
  | { kind: 'shorter' }
  | { kind: 'same' }
  | { kind: 'obstacle'; why: 'taken' | 'closed' | 'notForSale' };

/** The result of dropping the edge on `column`. */
export function edgeTarget({ cell, next }: Edge, column: number): EdgeTarget {
  const lastColumn = cell.column + cell.span - 1;
  if (column < lastColumn) return cell.bookings.length > 1 ? { kind: 'shorter' } : { kind: 'same' };
  if (column === lastColumn) return { kind: 'same' };
  if (next === undefined || (next.kind === 'free' && !isForSale(next))) return { kind: 'obstacle', why: 'notForSale' };
  // A booking that lost its court is shown there, but the court is closed.
  if (next.kind === 'block' || next.kind === 'displaced') return { kind: 'obstacle', why: 'closed' };
  if (next.kind !== 'free' || next.price_paise === null) return { kind: 'obstacle', why: 'taken' };
  return { kind: 'longer', minute: next.minute, price_paise: next.price_paise };
}
