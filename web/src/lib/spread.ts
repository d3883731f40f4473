/** A random number from 0 to below `most`, such as a delay that differs between screens. */
export function spreadOver(most: number): number {
  return Math.random() * most;
}
