import { courtName } from '@/lib/court-name';
import { chipDay, hourText, timeText } from '@/lib/dates';

/** "Court 3, 7 PM" for a game on the day `on`, with that day if it is not `day`. */
export function placeText(court: string, minute: number, on: string, day: string): string {
  const hour = `${courtName(court)}, ${hourText(minute)}`;
  return on === day ? hour : `${hour}, ${chipDay(on)}`;
}

/** "Rohan Mehta (Court 3, 7 PM)": the player and the game that is meant, because a player may have several. */
export function nameAndPlace({ name, court, minute }: { name: string; court: string; minute: number }): string {
  return `${name} (${courtName(court)}, ${hourText(minute)})`;
}

/** "Rohan Mehta, Court 3, 7:00 PM": the label of an entry about a game that is written down on this device. */
export function entryLabel({ name, court, minute }: { name: string; court: string; minute: number }): string {
  return [name, courtName(court), timeText(minute)].join(', ');
}
