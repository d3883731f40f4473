import { courtName } from '@/lib/court-name';
import { chipDay, hourText } from '@/lib/dates';

/** "Court 3, 7 PM" for a game on the day `on`, with that day if it is not `day`. */
export function placeText(court: string, minute: number, on: string, day: string): string {
  const hour = `${courtName(court)}, ${hourText(minute)}`;
  return on === day ? hour : `${hour}, ${chipDay(on)}`;
}
