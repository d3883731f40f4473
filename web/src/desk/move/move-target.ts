import { cellAt, isForSale, playMinutesOf, type BoardModel, type Cell } from '@/desk/day/board-model';
import type { BoardBooking } from '@/desk/api/board';

/** A booking that is being moved, as it was when that began. */
export interface Moving {
  order: string;
  version: number;
  name: string;
  court: { id: number; name: string };
  day: string;
  minute: number;
  /** The price of its court, and the total after the discount, both in paise. */
  price_paise: number;
  total_paise: number;
  /** Whether the players are here: then they can only move to another court at the same hour. */
  isHere: boolean;
}

/** A court and hour of a day. */
export interface MoveTo {
  court: number;
  day: string;
  minute: number;
}

/** Why a booking cannot be moved to a cell. */
export type MoveObstacle = 'same' | 'taken' | 'closed' | 'past' | 'notForSale' | 'here';

/** The result of moving to a cell: an obstacle, or the difference in price in paise (null if unknown to the board). */
export type Target = { obstacle: MoveObstacle } | { obstacle: null; difference_paise: number | null };

/** The likely result of moving `moving` to a cell of a board of `day`, as far as the board knows; the server decides. */
export function targetOf(cell: Cell, day: string, moving: Moving): Target {
  const isSameDay = day === moving.day;
  if (cell.kind === 'booking' && cell.bookings.some(({ order }) => order === moving.order)) return { obstacle: 'same' };
  if (cell.phase === 'past') return { obstacle: 'past' };
  // A booking that lost its court is shown there, but the court is closed.
  if (cell.kind === 'block' || cell.kind === 'displaced') return { obstacle: 'closed' };
  const isOwnHold = cell.kind === 'desk_hold' && cell.mine;
  if (cell.kind !== 'free' && !isOwnHold) return { obstacle: 'taken' };
  if (cell.kind === 'free' && !isForSale(cell)) return { obstacle: 'notForSale' };
  if (moving.isHere && !(isSameDay && cell.minute === moving.minute)) return { obstacle: 'here' };
  const price = cell.kind === 'free' ? cell.price_paise : null;
  return { obstacle: null, difference_paise: price === null ? null : price - moving.price_paise };
}

/** Makes the state of a move from a booking on the board. */
export function movingOf(booking: BoardBooking, court: { id: number; name: string }, day: string): Moving {
  return {
    order: booking.order,
    version: booking.version,
    name: booking.name,
    court: { id: court.id, name: court.name },
    day,
    minute: booking.minute,
    price_paise: booking.price_paise,
    total_paise: booking.price_paise - booking.discount_paise,
    isHere: booking.attendance === 'arrived',
  };
}

/** Whether a booking of a board can be moved: it is confirmed, was not missed, and its play is not over. */
export function isMovable(booking: BoardBooking, { columns, now, handoverMinutes }: BoardModel): boolean {
  const { status, attendance, minute } = booking;
  const start = columns.findLast((column) => column.minute <= minute);
  const playMinutes = playMinutesOf(booking, handoverMinutes);
  const isOver = start !== undefined && now >= start.startsAt + (minute - start.minute + playMinutes) * 60_000;
  return status === 'confirmed' && attendance !== 'absent' && !isOver;
}

export function cellWithKey(model: BoardModel, key: string | undefined): Cell | undefined {
  return model.rows.flatMap(({ cells }) => cells).find((cell) => cell.key === key);
}

/** The cells to which a booking can be moved, hour by hour; hours without such a cell are left out. */
export function freeTargets(model: BoardModel, day: string, moving: Moving) {
  return model.columns.flatMap((column, index) => {
    const cells = model.rows
      .flatMap((row) => cellAt(row, index) ?? [])
      .filter((cell) => targetOf(cell, day, moving).obstacle === null);
    return cells.length === 0 ? [] : [{ minute: column.minute, cells }];
  });
}
