import { courtName } from '@/lib/court-name';
import { dayForScreenReaders, hourText } from '@/lib/dates';
import type { Choice, Game } from '../api/offers';
import { keyOf } from '../find-choice';
import { moneyText } from '../money-text';
import { closedCourtTexts } from '../texts';
import { Option } from './Option';

export interface HourTilesProps {
  choices: readonly Choice[];
  game: Game;
  /** Whether what they mean for the money is shown above them. */
  isMoneyShown: boolean;
  picked: string | null;
  onPick: (key: string) => void;
}

/** Hours of one day as tiles. */
export function HourTiles({ choices, game, isMoneyShown, picked, onPick }: HourTilesProps) {
  const isOneType = new Set(choices.map(({ court_type }) => court_type)).size === 1;
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 xl:grid-cols-4">
      {choices.map((choice) => {
        const { text, short, isBack } = moneyText(choice, game);
        const hour = hourText(choice.minute);
        const type = closedCourtTexts.courtType[choice.court_type];
        const day = dayForScreenReaders(choice.day);
        const isPicked = keyOf(choice) === picked;
        return (
          <Option
            key={keyOf(choice)}
            value={keyOf(choice)}
            isPicked={isPicked}
            onPick={onPick}
            variant="tile"
            screenReaderText={`${hour}, ${day}. ${courtName(choice.court_name)}, ${type}. ${text}`}
            className="grid min-h-14 content-center text-center"
          >
            <span className="figures leading-snug">
              <span className="text-lead font-bold">{hour}</span>{' '}
              <span className="text-small whitespace-nowrap text-quiet">
                {isOneType ? closedCourtTexts.left(choice.free) : type.toLowerCase()}
              </span>
            </span>
            {!isMoneyShown && (
              <span className={`figures text-tiny font-semibold ${isBack ? 'text-good' : 'text-quiet'}`}>{short}</span>
            )}
          </Option>
        );
      })}
    </div>
  );
}
