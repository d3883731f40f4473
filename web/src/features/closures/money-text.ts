import { rupees } from '@/lib/money';
import type { Choice, Game } from './api/offers';
import { closedCourtTexts } from './texts';

/** What a choice means for the player's money. */
export interface MoneyText {
  /** For a sentence: "₹100 more, at the desk". */
  text: string;
  /** For narrow places: "₹100 more". */
  short: string;
  /** Money comes back. */
  isBack: boolean;
}

/** What a choice means for the money of a game, of which `due_paise` was still to be paid at the desk. */
export function moneyText(choice: Pick<Choice, 'due_paise' | 'back_paise'>, game: Pick<Game, 'due_paise'>): MoneyText {
  const { due_paise: due, back_paise: back } = choice;
  if (back > 0) {
    const text = closedCourtTexts.back(rupees(back / 100));
    return { text, short: text, isBack: true };
  }
  const amount = rupees(due / 100);
  if (due === 0) {
    const text = game.due_paise === 0 ? closedCourtTexts.samePrice : closedCourtTexts.nothingDue;
    return { text, short: text, isBack: false };
  }
  if (due === game.due_paise)
    return { text: closedCourtTexts.samePriceDue(amount), short: closedCourtTexts.samePrice, isBack: false };
  if (game.due_paise === 0)
    return { text: closedCourtTexts.more(amount), short: closedCourtTexts.moreShort(amount), isBack: false };
  return { text: closedCourtTexts.atDesk(amount), short: amount, isBack: false };
}

/** The text that all choices share; undefined if they differ, or if there is none. */
export function sharedText(choices: readonly Choice[], game: Pick<Game, 'due_paise'>): MoneyText | undefined {
  const [first, ...others] = choices.map((choice) => moneyText(choice, game));
  return first !== undefined && others.every(({ text }) => text === first.text) ? first : undefined;
}

/** How the amount paid would come back if the game is given up, in a sentence. */
export function describeRefund({ paid_paise, back }: Pick<Game, 'paid_paise' | 'back'>): string {
  if (paid_paise === 0) return closedCourtTexts.nothingPaid;
  const sum = (atDesk: boolean) =>
    back.filter(({ at_desk }) => at_desk === atDesk).reduce((total, { amount_paise }) => total + amount_paise, 0);
  const [desk, sent] = [sum(true), sum(false)];
  if (desk + sent === 0) return closedCourtTexts.nothingBack(rupees(paid_paise / 100));
  if (desk === 0) return closedCourtTexts.wayItCame;
  return sent === 0 ? closedCourtTexts.atTheDesk : closedCourtTexts.twoWays(rupees(sent / 100), rupees(desk / 100));
}

/** The amount that would come back if the game is given up, in paise. */
export function refundablePaise({ back }: Pick<Game, 'back'>): number {
  return back.reduce((total, { amount_paise }) => total + amount_paise, 0);
}

/** What becomes of the game and its money if its player does not answer. */
export function silenceText(game: Pick<Game, 'back'>): string {
  return refundablePaise(game) > 0 ? closedCourtTexts.ifSilent : closedCourtTexts.ifSilentNoMoney;
}
