import { givenBackTexts } from '@/api/given-back-texts';
import { rupees } from '@/lib/money';
import { Card } from '@/ui/Card';
import type { Game } from './api/offers';
import { closedCourtTexts } from './texts';

/** The refunds of a game and their progress. Null if nothing comes back and the game has another one in its place. */
export function MoneyOutcome({ game }: { game: Game }) {
  // Of a booking that was imported as paid no payment is known, so it has no refund.
  const imported = game.imported_back_paise;
  if (game.refunds.length === 0 && imported === 0) {
    return game.new === null ? (
      <p className="text-quiet">
        {game.paid_paise === 0
          ? closedCourtTexts.nothingPaid
          : closedCourtTexts.nothingBack(rupees(game.paid_paise / 100))}
      </p>
    ) : null;
  }
  // The refund belongs to the booking that replaced the lost one, if there is one.
  const number = game.new?.orderid ?? game.orderid;
  return (
    <Card as="section" aria-label={closedCourtTexts.moneyBack}>
      <h2 className="display mb-3 text-h4">{closedCourtTexts.moneyBack}</h2>
      <ul className="grid gap-3">
        {game.refunds.map(({ amount_paise, at_desk, status, given_back_by }, index) => {
          const amount = rupees(amount_paise / 100);
          const isWaiting = at_desk && status !== 'processed';
          return (
            // Refunds have no id here, and their order does not change.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              {!at_desk && given_back_by !== null ? (
                givenBackTexts[given_back_by](amount)
              ) : !at_desk ? (
                closedCourtTexts.refund[status](amount)
              ) : isWaiting ? (
                <WaitsAtDesk amount={amount} number={number} />
              ) : (
                closedCourtTexts.deskPaid(amount)
              )}
            </li>
          );
        })}
        {imported > 0 && (
          <li>
            <WaitsAtDesk amount={rupees(imported / 100)} number={number} />
          </li>
        )}
      </ul>
    </Card>
  );
}

/** An amount that the desk gives back, with the booking number to show there. */
function WaitsAtDesk({ amount, number }: { amount: string; number: string }) {
  return (
    <>
      {closedCourtTexts.deskWaits(amount)}
      <span className="display figures mt-1 block text-h2">{`#${number}`}</span>
    </>
  );
}
