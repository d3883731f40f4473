import { Link } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppConfig } from '@/api/app-config';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { hourText, shortDay } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import type { GameViewProps } from './GameView';
import { MoneyOutcome } from './MoneyOutcome';
import { NewGameCard } from './NewGameCard';
import { Emphasized, OfferHero } from './OfferHero';
import { outcomeHeading } from './outcome-heading';
import { closedCourtTexts } from './texts';
import type { AnswerNote } from './use-answer';
import { whenInSentence, whenText } from './when-text';

export interface OutcomeProps extends Omit<GameViewProps, 'isFirstShown' | 'closure' | 'zone'> {
  note: AnswerNote | null;
  takesFocus: boolean;
  children: ReactNode;
}

/** What became of a game: its new court and hour, or the money. */
export function Outcome({ token, game, today, count, next, note, takesFocus, children }: OutcomeProps) {
  const { lost, state } = game;
  const shown = game.new?.place ?? lost;
  const when = whenInSentence(lost, today);
  return (
    <>
      <OfferHero
        count={count}
        heading={outcomeHeading(game)}
        type={courtKind(shown.court_type)}
        scene={game.new === null || game.new.is_cancelled ? 'closed' : 'play'}
        takesFocus={takesFocus}
      >
        {game.new === null ? (
          <p>
            <Emphasized
              text={state === 'expired' ? closedCourtTexts.tooLate(when) : closedCourtTexts.gaveUp(when)}
              parts={[when]}
            />
          </p>
        ) : (
          <p>
            <strong className="block font-bold text-ink">{whenText(game.new.place, today)}</strong>
            {closedCourtTexts.insteadOf(`${courtName(lost.court_name)}, ${whenText(lost, today)}`)}
          </p>
        )}
      </OfferHero>
      <div className="page gutter py-6 md:py-10">
        {/* Below the heading, which begins at the left edge of the page. */}
        <div className="grid max-w-3xl grid-cols-1 gap-4">
          {note !== null && <Notice tone={note.tone}>{note.text}</Notice>}
          {game.new !== null && <NewGameCard game={game.new} />}
          <MoneyOutcome game={game} />
          {next !== undefined && (
            <Button variant="lime" wide render={<Link {...paths.offer(token, { game: next.orderid })} />}>
              {closedCourtTexts.nextGame(
                `${courtName(next.lost.court_name)}, ${shortDay(next.lost.day)}, ${hourText(next.lost.minute)}`,
              )}
            </Button>
          )}
          {children}
          <div className="flex flex-wrap gap-3">
            <Button size="md" variant="outline" render={<Link {...paths.location()} />}>
              {closedCourtTexts.bookAnother}
            </Button>
            <CallButton />
          </div>
        </div>
      </div>
    </>
  );
}

function CallButton() {
  const phone = useAppConfig()?.brand.phone;
  if (!phone) return null;
  return (
    <Button
      size="md"
      variant="outline"
      icon={<Phone aria-hidden="true" className="size-5" />}
      // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
      render={<a href={`tel:${phone}`} />}
    >
      {closedCourtTexts.call}
    </Button>
  );
}
