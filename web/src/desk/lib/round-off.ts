/** A rupee, in paise. */
const RUPEE = 100;

/** The paise that are rounded off when everything that is due is paid in cash. */
export function roundOff(due_paise: number): number {
  return due_paise % RUPEE;
}
