import { cellAt, type Row } from '@/desk/day/board-model';

/** A place on the board: the row and the column, both from 0. */
export interface Place {
  row: number;
  column: number;
}

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'] as const;

/** The keys that move on the board. */
export type GridKey = (typeof KEYS)[number];

/** The number of rows that PageUp and PageDown move by. */
const PAGE = 5;

/** Whether a key moves on the board. */
export function isGridKey(key: string): key is GridKey {
  return (KEYS as readonly string[]).includes(key);
}

/**
 * The place that a key moves to. Left and right step over a bar of several hours at once; Home and End go to the row's
 * first and last hour, with Control to the board's first and last cell.
 */
export function nextPlace(
  rows: readonly Row[],
  columns: number,
  { row, column }: Place,
  key: GridKey,
  control: boolean,
): Place {
  const lastRow = Math.max(0, rows.length - 1);
  const lastColumn = Math.max(0, columns - 1);
  const cell = cellAt(rows[row], column);
  switch (key) {
    case 'ArrowLeft':
      return { row, column: Math.max(0, (cell?.column ?? column) - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(lastColumn, (cell?.column ?? column) + (cell?.span ?? 1)) };
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: Math.min(lastRow, row + 1), column };
    case 'Home':
      return { row: control ? 0 : row, column: 0 };
    case 'End':
      return { row: control ? lastRow : row, column: lastColumn };
    case 'PageUp':
      return { row: Math.max(0, row - PAGE), column };
    case 'PageDown':
      return { row: Math.min(lastRow, row + PAGE), column };
  }
}
