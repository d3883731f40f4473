import type { UseQueryResult } from '@tanstack/react-query';
import { Notice } from '@/ui/Notice';
import type { Choice, Game } from '../api/offers';
import { keyOf, type Listed } from '../find-choice';
import { sharedText } from '../money-text';
import { closedCourtTexts } from '../texts';
import { HourTiles } from './HourTiles';
import { OtherDays } from './OtherDays';
import { SameHour } from './SameHour';
import { Section } from './Section';

export interface PlaceChoicesProps {
  game: Game;
  listed: Listed;
  today: string;
  /** The key of the choice, a place or the money; null if none is chosen. */
  picked: string | null;
  onPick: (key: string) => void;
  /** The day whose other hours are shown. */
  openDay: string | null;
  onOpenDay: (day: string | null) => void;
  hours: UseQueryResult<Choice[]>;
}

/** The other courts and hours, the most similar first. */
export function PlaceChoices(props: PlaceChoicesProps) {
  const { game, listed, today, picked, onPick } = props;
  const { same_hour, same_day, other_days } = listed;
  if (same_hour.length + same_day.length === 0 && other_days.every(({ choice }) => choice === null)) {
    // Other hours of a day may still be free.
    return (
      <>
        <Notice>{closedCourtTexts.noChoices}</Notice>
        {other_days.length > 0 && <OtherDays {...props} />}
      </>
    );
  }
  return (
    <>
      {same_hour.length > 0 && (
        <fieldset className="grid gap-4">
          <legend className="sr-only">{closedCourtTexts.sameHour}</legend>
          {same_hour.map((choice) => (
            <SameHour
              key={keyOf(choice)}
              choice={choice}
              game={game}
              isPicked={keyOf(choice) === picked}
              onPick={onPick}
            />
          ))}
        </fieldset>
      )}
      {same_day.length > 0 && (
        <Section title={sameDayTitle(same_day, game, today)} choices={same_day} game={game}>
          <HourTiles
            choices={same_day}
            game={game}
            isMoneyShown={sharedText(same_day, game) !== undefined}
            picked={picked}
            onPick={onPick}
          />
        </Section>
      )}
      {other_days.length > 0 && <OtherDays {...props} />}
    </>
  );
}

function sameDayTitle(choices: readonly Choice[], { lost }: Game, today: string): string {
  const isLater = choices.every(({ minute }) => minute > lost.minute);
  const isToday = lost.day === today;
  const later = isToday ? closedCourtTexts.laterToday : closedCourtTexts.laterThatDay;
  const other = isToday ? closedCourtTexts.otherHourToday : closedCourtTexts.otherHourThatDay;
  const title = isLater ? later : other;
  const types = new Set(choices.map(({ court_type }) => court_type));
  const [only] = types;
  return types.size === 1 && only !== undefined
    ? closedCourtTexts.typeAndHour(title, closedCourtTexts.courtType[only].toLowerCase())
    : title;
}
