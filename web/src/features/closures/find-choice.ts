import type { Choice, Game } from './api/offers';

/** The key of the choice of the money; the key of a place is {@link keyOf}. */
export const MONEY = 'money';

/** What can be chosen instead of one game, as the server listed it. */
export interface Listed {
  same_hour: readonly Choice[];
  same_day: readonly Choice[];
  other_days: readonly { day: string; choice: Choice | null }[];
}

/** The key of a choice within one game: its place, without what it means for the money. */
export function keyOf({ venue, court, day, minute }: Choice): string {
  return [venue, court, day, minute].join(' ');
}

/** The listed choices and the hours of the opened day. */
export function choicesShown(listed: Listed | undefined, hours: readonly Choice[]): Choice[] {
  if (listed === undefined) return [...hours];
  const days = listed.other_days.flatMap(({ choice }) => (choice === null ? [] : [choice]));
  return [...listed.same_hour, ...listed.same_day, ...days, ...hours];
}

/**
 * The key of the choice that counts until the player makes one: the most similar court at the same hour and venue; null if
 * there is none.
 */
export function firstChoice(listed: Listed | undefined, game: Game): string | null {
  const nearest = listed?.same_hour[0];
  return nearest !== undefined && nearest.venue === game.lost.venue ? keyOf(nearest) : null;
}

/** The first game without an answer, else the first one. */
export function gameToShowFirst(games: readonly Game[]): Game | undefined {
  return games.find(({ state }) => state === 'open') ?? games[0];
}
