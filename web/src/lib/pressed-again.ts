/** Whether a press is a later one of a double click. The first press may have changed what is under the pointer. */
export function isPressedAgain({ detail }: { detail: number }): boolean {
  return detail > 1;
}
