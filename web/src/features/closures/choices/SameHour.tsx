import { Check } from 'lucide-react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import { CourtTile } from '@/ui/CourtTile';
import type { Choice, Game } from '../api/offers';
import { keyOf } from '../find-choice';
import { moneyText } from '../money-text';
import { closedCourtTexts } from '../texts';
import { Option } from './Option';

export interface SameHourProps {
  choice: Choice;
  game: Game;
  isPicked: boolean;
  onPick: (key: string) => void;
}

/** The hour that was closed, on another court or at another venue. */
export function SameHour({ choice, game, isPicked, onPick }: SameHourProps) {
  const { court_name, court_number, court_type, venue_name, minute } = choice;
  const court = courtName(court_name);
  const where = choice.venue === game.lost.venue ? court : closedCourtTexts.courtAt(court, venue_name);
  const title = closedCourtTexts.typeAndHour(closedCourtTexts.courtType[court_type], hourText(minute));
  const { text, isBack } = moneyText(choice, game);
  return (
    <Option
      value={keyOf(choice)}
      isPicked={isPicked}
      onPick={onPick}
      variant="card"
      screenReaderText={`${title}. ${closedCourtTexts.theSameHour(where)}. ${text}`}
    >
      <span className="flex items-center gap-4">
        <CourtTile number={court_number} type={courtKind(court_type)} className="w-16 shrink-0" />
        <span className="figures min-w-0 flex-1">
          <span className="display block text-h4">{title}</span>
          <span className="mt-1 block leading-snug">{closedCourtTexts.theSameHour(where)}</span>
          <span className={`block text-small leading-snug ${isBack ? 'font-semibold text-good' : 'text-quiet'}`}>
            {text}
          </span>
        </span>
        <span
          className={`grid size-8 shrink-0 place-items-center rounded-full ${isPicked ? 'bg-ball text-ball-ink' : 'border-[1.5px] border-edge'}`}
        >
          {isPicked && <Check className="size-4.5" strokeWidth={3} />}
        </span>
      </span>
    </Option>
  );
}
