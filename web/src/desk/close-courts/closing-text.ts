import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import type { ClosureRequest } from '@/desk/api/closures';
import { watchTexts } from './texts';

/** The most courts that a message names; of more it says how many there are besides. */
const MOST_NAMES = 3;

/** The courts and hours of a closure for a message: "Court 1, Court 2, Court 3 +9, 6:24 PM to 9 PM". */
export function closingText(
  { from_minute: from, until_minute: until }: Pick<ClosureRequest, 'from_minute' | 'until_minute'>,
  courts: readonly { name: string }[],
): string {
  const names = courts.slice(0, MOST_NAMES).map(({ name }) => courtName(name));
  const more = courts.length > MOST_NAMES ? ` +${courts.length - MOST_NAMES}` : '';
  return `${names.join(', ')}${more}, ${watchTexts.time(hourText(from), hourText(until))}`;
}
