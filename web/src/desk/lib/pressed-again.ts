/**
 * Whether a press is a later one of a double click. Where a line leaves its list when it is done, the first press may have removed
 * the line, and the later one is on the line that took its place.
 */
export function isPressedAgain({ detail }: { detail: number }): boolean {
  return detail > 1;
}
