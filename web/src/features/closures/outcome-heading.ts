import { courtName } from '@/lib/court-name';
import type { Game } from './api/offers';
import { closedCourtTexts } from './texts';

/** What became of a game, as the heading of the page. */
export function outcomeHeading(game: Pick<Game, 'new' | 'refunds' | 'imported_back_paise'>): string {
  if (game.new !== null) {
    const court = courtName(game.new.place.court_name);
    return game.new.is_cancelled ? closedCourtTexts.newGameOff(court) : closedCourtTexts.playOn(court);
  }
  // What the venue gave back itself is neither on its way nor was it sent.
  const sent = game.refunds.filter(({ at_desk, given_back_by }) => !at_desk && given_back_by === null);
  if (sent.some(({ status }) => status === 'failed')) return closedCourtTexts.notSent;
  if (sent.some(({ status }) => status !== 'processed')) return closedCourtTexts.onItsWay;
  const waits = game.refunds.some(({ at_desk, status }) => at_desk && status !== 'processed');
  if (waits || game.imported_back_paise > 0) return closedCourtTexts.waitsAtDesk;
  if (sent.length > 0) return closedCourtTexts.wasSent;
  return game.refunds.length > 0 ? closedCourtTexts.gotBack : closedCourtTexts.maybeAnotherDay;
}
