/** A random number from 0 to below `most`, such as a delay: many screens then do not send a request at the same moment. */
export function spreadOver(most: number): number {
  return Math.random() * most;
}
