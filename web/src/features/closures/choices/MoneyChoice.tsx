import { Undo2 } from 'lucide-react';
import { rupees } from '@/lib/money';
import type { Game } from '../api/offers';
import { MONEY } from '../find-choice';
import { refundablePaise, describeRefund } from '../money-text';
import { closedCourtTexts } from '../texts';
import { Option } from './Option';

/** The money instead of a game; if nothing was paid, the choice to give the game up. */
export function MoneyChoice({ game, isPicked, onPick }: { game: Game; isPicked: boolean; onPick: () => void }) {
  const title = game.paid_paise > 0 ? closedCourtTexts.moneyBack : closedCourtTexts.noThanks;
  const way = describeRefund(game);
  const back = refundablePaise(game);
  const amount = back > 0 ? rupees(back / 100) : '';
  return (
    <Option
      value={MONEY}
      isPicked={isPicked}
      onPick={onPick}
      variant="card"
      screenReaderText={[title, amount].filter(Boolean).join(', ') + `. ${way}`}
    >
      <span className="flex items-center gap-4">
        <Undo2 className="size-6 shrink-0 text-quiet" />
        <span className="min-w-0 flex-1">
          <span className="display block text-h4">{title}</span>
          <span className="figures mt-1 block text-small leading-snug text-quiet">{way}</span>
        </span>
        {amount !== '' && <span className="display figures text-h3">{amount}</span>}
      </span>
    </Option>
  );
}
