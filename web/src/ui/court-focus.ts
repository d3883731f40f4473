/** The position of a court on the page, in pixels. */
export interface Position {
  left: number;
  top: number;
}

/** The keys that move the focus between courts. */
export type FocusKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

export function isFocusKey(key: string): key is FocusKey {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
}

/** Courts of one row may differ vertically by this many pixels. */
const SAME_ROW = 8;

/**
 * The index of the court that a key moves to. Left and right follow the reading order across rows; up and down go to
 * the nearest court of the next row.
 */
export function nextFocus(positions: readonly Position[], at: number, key: FocusKey): number {
  const last = positions.length - 1;
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(last, at + 1);
    default:
      return nextRow(positions, at, key === 'ArrowDown' ? 1 : -1);
  }
}

function nextRow(positions: readonly Position[], at: number, direction: 1 | -1): number {
  const from = positions[at];
  if (!from) return at;
  const beyond = positions
    .map((position, index) => ({
      index,
      down: (position.top - from.top) * direction,
      aside: Math.abs(position.left - from.left),
    }))
    .filter((position) => position.down > SAME_ROW);
  const row = Math.min(...beyond.map((position) => position.down));
  const nearest = beyond.filter((position) => position.down <= row + SAME_ROW).toSorted((a, b) => a.aside - b.aside)[0];
  return nearest?.index ?? at;
}
