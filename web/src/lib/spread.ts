/** A random delay below this many milliseconds, so that many screens do not send a request at the same moment. */
export function spreadOver(milliseconds: number): number {
  return Math.random() * milliseconds;
}
