import { Phone } from 'lucide-react';
import { useAppConfig } from '@/api/app-config';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { StickyAction } from '@/ui/StickyAction';
import type { Choice, Game } from './api/offers';
import { refundablePaise, moneyText } from './money-text';
import { closedCourtTexts } from './texts';
import { placeName, untilText } from './when-text';

export interface ActionBarProps {
  game: Game;
  choice: Choice | undefined;
  isMoney: boolean;
  today: string;
  zone: string;
  isSending: boolean;
  onSend: () => void;
}

/** The main action, its deadline, and a link to call. */
export function ActionBar({ game, choice, isMoney, today, zone, isSending, onSend }: ActionBarProps) {
  const phone = useAppConfig()?.brand.phone;
  const isChosen = isMoney || choice !== undefined;
  return (
    <StickyAction
      summary={
        <p className="figures flex flex-wrap justify-between gap-x-4 text-small">
          <span className="text-quiet">{closedCourtTexts.answerBy(untilText(game.open_until, zone, today))}</span>
          {choice !== undefined && <strong>{moneyText(choice, game).text}</strong>}
        </p>
      }
    >
      <div className="flex gap-3">
        <Button variant="lime" className="min-w-0 flex-1" disabled={!isChosen} isBusy={isSending} onClick={onSend}>
          {actionLabel(game, choice, isMoney)}
        </Button>
        {phone && (
          <a
            href={`tel:${phone}`}
            aria-label={closedCourtTexts.call}
            className="grid min-h-14 w-16 shrink-0 place-items-center rounded-[16px] border-[1.5px] border-edge text-ink transition-colors hover:border-ink hover:bg-raised"
          >
            <Phone aria-hidden="true" className="size-6" />
          </a>
        )}
      </div>
    </StickyAction>
  );
}

function actionLabel(game: Game, choice: Choice | undefined, isMoney: boolean): string {
  if (isMoney) return moneyLabel(game);
  return choice === undefined ? closedCourtTexts.chooseFirst : closedCourtTexts.take(placeName(choice, game.lost));
}

/** The label of the action that gives the game up. */
export function moneyLabel(game: Game): string {
  const back = refundablePaise(game);
  if (back === 0) return closedCourtTexts.giveUp;
  const amount = rupees(back / 100);
  const atDesk = game.back.filter(({ at_desk }) => at_desk).length;
  if (atDesk === 0) return closedCourtTexts.sendBack(amount);
  return atDesk === game.back.length ? closedCourtTexts.getAtDesk(amount) : closedCourtTexts.getBack(amount);
}
