/**
 * Whether a press is a later one of a double click. The first press may have changed what is under the pointer: a line that is done
 * leaves its list and another one takes its place, or a button now answers the question that it has just asked.
 */
export function isPressedAgain({ detail }: { detail: number }): boolean {
  return detail > 1;
}
