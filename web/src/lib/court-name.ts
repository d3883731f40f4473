import { courtNameTexts } from './court-name-texts';

/** A court's name to show: "Court 3" in the player's language; a name given by the operator unchanged. */
export function courtName(name: string): string {
  const [, number] = /^Court (\d+)$/.exec(name) ?? [];
  return number === undefined ? name : courtNameTexts.numbered(number);
}
