import type { CourtHour } from '@/desk/lib/court-hours';
import { isSameHour } from '@/desk/lib/court-hours';
import { cellAt, isForSale, type BoardModel, type Cancelled, type Cell } from './board-model';

/** The hour of a cell. */
export function hourOf({ court, minute }: Cell): CourtHour {
  return { court: court.id, minute };
}

/** Whether somebody who may book can take this cell: a free hour that is for sale, or one that they hold already. */
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

/** The hour for somebody who wants to play now: in the running hour, else in the next one; null if both are full. */
export function walkInHour(model: BoardModel): CourtHour | null {
  const next = model.columns.findIndex(({ phase }) => phase === 'ahead');
  const [cell] = [model.nowColumn, next].filter((column) => column >= 0).flatMap((column) => freeCells(model, column));
  return cell === undefined ? null : hourOf(cell);
}

/** A free court at an hour: this one if it is free, else the first one. The asked one if the board knows of none. */
export function freeCourt(model: BoardModel | undefined, minute: number, preferred: number): number {
  const column = model?.columns.findIndex((one) => one.minute === minute) ?? -1;
  const courts = model === undefined || column < 0 ? [] : freeCells(model, column).map(({ court }) => court.id);
  return courts.includes(preferred) ? preferred : (courts[0] ?? preferred);
}

/** The bookings that were in these hours and are cancelled. */
export function cancelledIn(model: BoardModel | undefined, hours: readonly CourtHour[]): readonly Cancelled[] {
  const cells = model?.rows.flatMap(({ cells: own }) => own) ?? [];
  return cells.filter((cell) => hours.some((hour) => isSameHour(hour, hourOf(cell)))).flatMap((cell) => cell.cancelled);
}

/** What could be booked together with the chosen hours: other courts at the first of them, and the hour after the last. */
export function nearbyHours(model: BoardModel, hours: readonly CourtHour[]) {
  const [first] = hours;
  const column = model.columns.findIndex(({ minute }) => minute === first?.minute);
  if (first === undefined || column < 0) return null;
  const isChosen = (hour: CourtHour) => hours.some((one) => isSameHour(one, hour));
  const courts = model.rows
    .flatMap((row) => cellAt(row, column) ?? [])
    .filter((cell) => isForSale(cell) || isChosen(hourOf(cell)))
    .map((cell) => ({ court: cell.court, isChosen: isChosen(hourOf(cell)) }));
  const last = Math.max(...hours.map(({ minute }) => model.columns.findIndex((one) => one.minute === minute)));
  const after = freeCells(model, last + 1).map(hourOf);
  const own = [...new Set(hours.map(({ court }) => court))];
  const next = own.flatMap((court) => after.filter((hour) => hour.court === court));
  return { minute: first.minute, courts, next: next.length === own.length ? next : [] };
}
