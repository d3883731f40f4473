/** The position of a court on the page, in pixels. */
export interface Place {
  left: number;
  top: number;
}

/** The keys that move the focus between courts. */
export type WalkKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

/** Whether a key moves the focus. */
export function isWalkKey(key: string): key is WalkKey {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
}

/** Courts of one row may differ vertically by this many pixels. */
const SAME_ROW = 8;

/**
 * The index of the court that a key moves to. Left and right follow the reading order across rows; up and down go to
 * the nearest court of the next row that has one.
 */
export function walk(places: readonly Place[], at: number, key: WalkKey): number {
  const last = places.length - 1;
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
      return nextRow(places, at, key === 'ArrowDown' ? 1 : -1);
  }
}

function nextRow(places: readonly Place[], at: number, direction: 1 | -1): number {
  const from = places[at];
  if (!from) return at;
  const beyond = places
    .map((place, index) => ({
      index,
      down: (place.top - from.top) * direction,
      aside: Math.abs(place.left - from.left),
    }))
    .filter((place) => place.down > SAME_ROW);
  const row = Math.min(...beyond.map((place) => place.down));
  const nearest = beyond.filter((place) => place.down <= row + SAME_ROW).toSorted((a, b) => a.aside - b.aside)[0];
  return nearest?.index ?? at;
}
