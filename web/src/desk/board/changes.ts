import type { Cell } from '@/desk/day/board-model';

/**
 * What must differ for a cell to count as changed: its content, not the time that passes over it. What the person
 * who is signed in holds counts as free, so that their own steps mark nothing; a renewed hold of a colleague is the same hold.
 */
function contentOf(cell: Cell): string {
  switch (cell.kind) {
    case 'booking':
      return cell.bookings.map((booking) => `${booking.order}.${booking.version}`).join();
    case 'free':
      return 'free';
    case 'block':
      return cell.reason;
    case 'displaced':
      return `${cell.was.order}${cell.was.offer}${cell.was.called}`;
    case 'hold':
      return `${cell.until}${cell.paying}`;
    case 'desk_hold':
      return cell.mine ? 'free' : cell.by;
  }
}

function kindOf(cell: Cell): Cell['kind'] {
  return cell.kind === 'desk_hold' && cell.mine ? 'free' : cell.kind;
}

/** The content of each cell of the board, by its court and the minute of its start. */
export function contentsOf(cells: readonly Cell[]): Map<string, string> {
  return new Map(
    cells.map((cell) => [`${cell.court.id} ${cell.minute}`, `${kindOf(cell)} ${cell.minutes} ${contentOf(cell)}`]),
  );
}

/** The cells with another content than before. A cell that begins where none began before is not a change. */
export function changedCells(before: ReadonlyMap<string, string>, cells: readonly Cell[]): Cell[] {
  const now = contentsOf(cells);
  return cells.filter((cell) => {
    const place = `${cell.court.id} ${cell.minute}`;
    const former = before.get(place);
    // A bar of two hours that is gone, such as a cancelled one, leaves a free slot where no cell began before.
    return former !== undefined && former !== now.get(place);
  });
}
