import { courtNameTexts } from './court-name-texts';

/** A court's name to show: "Court 3" in the player's language; a name of the operator's own as it is. */
export function courtName(name: string): string {
  const [, number] = /^Court (\d+)$/.exec(name) ?? [];
  return number === undefined ? name : courtNameTexts.numbered(number);
}
