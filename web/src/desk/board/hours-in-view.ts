/** The least width of an hour and the width of the courts' heads (board.css), in pixels. */
const LEAST_HOUR = 118;
const HEAD = 60;
/** The fewest and the most hours that fill the width of the grid (board.css). */
const FEWEST = 3;
const MOST = 12;
/** What is beside the grid, in pixels: its border, margins and, from `WIDE` on, the navigation (Shell.tsx, BoardPage.tsx). */
const WIDE = 640;
const BESIDE = { narrow: 2 + 32, wide: 2 + 28 + 76 };

/** Columns of the board, from `first` to the one before `end`, which may be beyond the last column. */
export interface Hours {
  first: number;
  end: number;
}

/**
 * The hours that are in view when a grid of `columns` hours in a window of `width` pixels is scrolled to `column`, or as far as it
 * can be: as many as fill the width if no panel is open beside the grid.
 */
export function hoursInView(column: number, columns: number, width: number): Hours {
  const grid = width - (width < WIDE ? BESIDE.narrow : BESIDE.wide);
  const count = Math.min(MOST, Math.max(FEWEST, Math.floor((grid - HEAD) / LEAST_HOUR)));
  const first = Math.max(0, Math.min(column, columns - count));
  return { first, end: first + count };
}

/** Whether `span` hours from `column` on are in view at least in part; null stands for all hours. */
export function isInView(column: number, span: number, hours: Hours | null): boolean {
  return hours === null || (column < hours.end && column + span > hours.first);
}
