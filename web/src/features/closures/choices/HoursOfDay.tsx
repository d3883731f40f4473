import type { UseQueryResult } from '@tanstack/react-query';
import { failureMessage } from '@/api/failure-message';
import { dayAndMonth } from '@/lib/dates';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { Choice, Game } from '../api/offers';
import { sharedText } from '../money-text';
import { closedCourtTexts } from '../texts';
import { HourTiles } from './HourTiles';

export interface HoursOfDayProps {
  day: string;
  game: Game;
  /** What all choices of the section mean for the money, as it is shown above them; undefined if nothing is. */
  shownMoney: string | undefined;
  hours: UseQueryResult<Choice[]>;
  picked: string | null;
  onPick: (key: string) => void;
}

/** The other free hours of one day. */
export function HoursOfDay({ day, game, shownMoney, hours, picked, onPick }: HoursOfDayProps) {
  const name = dayAndMonth(day);
  if (hours.data === undefined) {
    return hours.isError ? (
      <LoadFailure
        strip
        title={closedCourtTexts.choicesFailed}
        message={failureMessage(hours.error)}
        retryLabel={closedCourtTexts.retry}
        isBusy={hours.isFetching}
        onRetry={() => void hours.refetch()}
      />
    ) : (
      <Loading label={closedCourtTexts.loadingHours}>
        <Skeleton className="h-14 rounded-lg" />
      </Loading>
    );
  }
  // The hour of the closed game is on the card of the day.
  const others = hours.data.filter(({ minute }) => minute !== game.lost.minute);
  if (others.length === 0) return <p className="text-quiet">{closedCourtTexts.noHours(name)}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{closedCourtTexts.hoursOf(name)}</legend>
      <HourTiles
        choices={others}
        game={game}
        isMoneyShown={shownMoney !== undefined && sharedText(others, game)?.text === shownMoney}
        picked={picked}
        onPick={onPick}
      />
    </fieldset>
  );
}
