import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { failureMessage } from '@/api/failure-message';
import { courtKind } from '@/lib/court-kind';
import { rupees } from '@/lib/money';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { ActionBar } from './ActionBar';
import { choicesQuery, hoursQuery } from './api/offers';
import { closureHeading } from './closure-heading';
import { ConfirmMoney } from './ConfirmMoney';
import { ChosenSummary } from './ChosenSummary';
import { MoneyChoice } from './choices/MoneyChoice';
import { PlaceChoices } from './choices/PlaceChoices';
import { choicesShown, firstChoice, keyOf, MONEY } from './find-choice';
import type { GameViewProps } from './GameView';
import { silenceText } from './money-text';
import { Emphasized, OfferHero } from './OfferHero';
import { closedCourtTexts } from './texts';
import type { useAnswer } from './use-answer';
import { whenInSentence } from './when-text';

export interface OpenGameProps extends Omit<GameViewProps, 'isFirstShown'> {
  answer: ReturnType<typeof useAnswer>;
  takesFocus: boolean;
  children: ReactNode;
}

/** As the `ref` of the note about an answer: scrolls to it, because on phones the button is far below it. */
function scrollToNote(part: HTMLElement | null): void {
  part?.scrollIntoView({ block: 'nearest' });
}

/** A game that waits for the player's answer. */
export function OpenGame({ token, game, closure, today, zone, count, answer, takesFocus, children }: OpenGameProps) {
  const listed = useQuery(choicesQuery(token, game.orderid));
  const [openDay, setOpenDay] = useState<string | null>(null);
  const hours = useQuery({ ...hoursQuery(token, game, openDay ?? game.lost.day), enabled: openDay !== null });
  // Undefined until the player chooses.
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);

  const shown = choicesShown(listed.data, openDay === null ? [] : (hours.data ?? []));
  const key = picked ?? (answer.isUnavailable ? null : firstChoice(listed.data, game));
  const choice = shown.find((each) => keyOf(each) === key);
  const isMoney = key === MONEY;
  const { heading, reason, isWet } = closureHeading(closure, game);
  const when = whenInSentence(game.lost, today);
  const paid = rupees(game.paid_paise / 100);

  function send() {
    if (isMoney) setIsConfirmOpen(true);
    else if (choice !== undefined) answer.send({ kind: 'place', choice });
  }

  return (
    <>
      <OfferHero
        count={count}
        heading={heading}
        type={courtKind(game.lost.court_type)}
        scene={isWet ? 'rain' : 'closed'}
        takesFocus={takesFocus}
      >
        {reason !== null && <p className="mb-2 font-semibold text-ink">{reason}</p>}
        <p>
          <Emphasized text={closedCourtTexts.cannotPlay(when, game.lost.venue_name)} parts={[when]} />{' '}
          {game.paid_paise > 0 ? (
            <Emphasized text={closedCourtTexts.youPaid(paid)} parts={[paid]} />
          ) : (
            closedCourtTexts.notPaid
          )}
        </p>
      </OfferHero>
      <div className="page gutter py-6 md:py-8 lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-14">
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          {children}
          {answer.note !== null && (
            <div key={answer.note.text} ref={scrollToNote} className="scroll-mt-4">
              <Notice tone={answer.note.tone} isLive>
                {answer.note.text}
              </Notice>
            </div>
          )}
          <h2 className="sr-only">{closedCourtTexts.choosing}</h2>
          {listed.data !== undefined ? (
            <PlaceChoices
              game={game}
              listed={listed.data}
              today={today}
              picked={key}
              onPick={setPicked}
              openDay={openDay}
              onOpenDay={setOpenDay}
              hours={hours}
            />
          ) : listed.isError ? (
            <LoadFailure
              strip
              title={closedCourtTexts.choicesFailed}
              message={failureMessage(listed.error)}
              retryLabel={closedCourtTexts.retry}
              isBusy={listed.isFetching}
              onRetry={() => void listed.refetch()}
            />
          ) : (
            <Loading label={closedCourtTexts.loadingHours}>
              <div className="grid gap-4">
                <Skeleton className="h-40 w-full" />
                <Skeleton className="h-40 w-full" />
                <Skeleton className="h-40 w-full" />
              </div>
            </Loading>
          )}
          <MoneyChoice game={game} isPicked={isMoney} onPick={() => setPicked(MONEY)} />
          <p className="text-small text-pretty text-quiet">{silenceText(game)}</p>
        </div>
        <div className="lg:sticky lg:top-6 lg:self-start">
          <ChosenSummary game={game} choice={choice} isMoney={isMoney} today={today} />
          <ActionBar
            game={game}
            choice={choice}
            isMoney={isMoney}
            today={today}
            zone={zone}
            isSending={answer.isSending}
            onSend={send}
          />
        </div>
      </div>
      <ConfirmMoney
        open={isConfirmOpen}
        game={game}
        when={when}
        isSending={answer.isSending}
        onClose={() => setIsConfirmOpen(false)}
        onConfirm={() => {
          setIsConfirmOpen(false);
          answer.send({ kind: 'money' });
        }}
      />
    </>
  );
}
