import type { BoardModel, Cell, Column, Row } from '@/desk/day/board-model';

/** The most hours that fit on one sheet of A4 in landscape. */
const MOST_HOURS = 12;

/** The hours of one sheet of paper, and the cells of each court in them. */
export interface Sheet {
  columns: readonly Column[];
  rows: readonly SheetRow[];
}

interface SheetRow {
  court: Row['court'];
  /** Each cell with the number of this sheet's columns that it covers. */
  cells: readonly { cell: Cell; span: number }[];
}

/** A day in as few sheets as possible, with about the same number of hours on each. A booking over the edge is on both. */
export function sheetsOf({ columns, rows }: Pick<BoardModel, 'columns' | 'rows'>): Sheet[] {
  const count = Math.ceil(columns.length / MOST_HOURS);
  const width = Math.ceil(columns.length / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => {
    const from = index * width;
    const to = Math.min(columns.length, from + width);
    return {
      columns: columns.slice(from, to),
      rows: rows.map(({ court, cells }) => ({ court, cells: cellsWithin(cells, from, to) })),
    };
  });
}

function cellsWithin(cells: readonly Cell[], from: number, to: number): SheetRow['cells'] {
  return cells
    .map((cell) => ({ cell, span: Math.min(to, cell.column + cell.span) - Math.max(from, cell.column) }))
    .filter(({ span }) => span > 0);
}
