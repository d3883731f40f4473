import { courtName } from '@/lib/court-name';
import { chipDay, hourText } from '@/lib/dates';
import type { WrittenRequest } from '@/desk/api/written';
import { writtenTexts } from './texts';

/** The place and time of each slot of a request: "Court 3, Sun 22 Nov, 7 PM; Court 4, Sun 22 Nov, 7 PM". */
export function requestPlace(slots: WrittenRequest['slots'], day: string): string {
  return slots
    .map(({ name, minute }) => writtenTexts.place(courtName(name), chipDay(day), hourText(minute)))
    .join('; ');
}
