/** A random part of this many milliseconds: many screens that learn the same at once do not all ask at once. */
export function spreadOver(milliseconds: number): number {
  return Math.random() * milliseconds;
}
