import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { addDays, chipDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { offerChoicesQuery, offerHoursQuery, type ClosureChoice } from '@/desk/api/closures';
import { isOutcomeUnknown } from '@/desk/api/problem';
import { focusOnce } from '@/desk/lib/focus-once';
import { isPressedAgain } from '@/lib/pressed-again';
import { choiceText, differenceText } from './choice-text';
import type { UnansweredRowProps } from './UnansweredRow';
import { watchTexts } from './texts';
import { answerRefusal, useMoveForPlayer, useRefundForPlayer } from './use-watch-writes';

/** How many days after the closed game can be chosen; the server refuses later ones. */
const DAYS_AFTER = 14;

/** Answers for a player who chose on the phone: another hour, or the money. Each choice is confirmed by a question. */
export function AnswerForPlayer(props: UnansweredRowProps & { suggested: ClosureChoice | null; onDone: () => void }) {
  const { booking, venues, rights, onDone } = props;
  const [chosen, setChosen] = useState(props.suggested);
  const [wantsMoney, setWantsMoney] = useState(!rights.move);
  // The venue of a lost game is not in the list if it is retired.
  const own = venues.find(({ id }) => id === booking.game?.lost.venue) ?? venues[0];
  const [otherDay, setOtherDay] = useState<OtherDayChoice>({ day: '', venue: own?.id ?? 0 });
  const move = useMoveForPlayer(booking, onDone);
  const refund = useRefundForPlayer(booking, onDone);
  const refused = move.error ?? refund.error;
  const isBusy = move.isPending || refund.isPending;
  function back(): void {
    if (isBusy) return;
    move.reset();
    refund.reset();
    // Without the permission to move, the question about the money is the first step.
    if (chosen === null && (!wantsMoney || !rights.move)) onDone();
    setChosen(null);
    setWantsMoney(!rights.move);
  }
  const isAsking = chosen !== null || wantsMoney;
  return (
    <section aria-label={watchTexts.decide(booking.name)} className="grid gap-3">
      {isAsking ? (
        <Question
          {...props}
          chosen={chosen}
          refused={refused}
          isBusy={isBusy}
          onMove={(choice, place) => {
            const { venue, court, day, minute, due_paise, back_paise } = choice;
            move.mutate({ body: { venue, court, day, minute, due_paise, back_paise }, place });
          }}
          onRefund={(shown) => refund.mutate(shown)}
          onBack={back}
        />
      ) : (
        <>
          <h4 ref={focusOnce} tabIndex={-1} className="font-bold">
            {watchTexts.moveTitle(booking.name)}
          </h4>
          <ChoiceList {...props} otherDay={otherDay} onOtherDay={setOtherDay} onChosen={setChosen} />
          <div className="flex flex-wrap gap-2.5">
            {rights.refund && (
              <Button variant="outline" size="sm" className="flex-1" onClick={() => setWantsMoney(true)}>
                {watchTexts.moneyBack}
              </Button>
            )}
            <Button variant="ghost" size="sm" aria-keyshortcuts="Escape" onClick={back}>
              {watchTexts.stop}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** Asks before the booking is moved or its money goes back. */
function Question({
  booking,
  today,
  off,
  chosen,
  refused,
  isBusy,
  onMove,
  onRefund,
  onBack,
}: UnansweredRowProps & {
  /** The court and hour that the player gets; null if the money goes back. */
  chosen: ClosureChoice | null;
  refused: Error | null;
  isBusy: boolean;
  onMove: (choice: ClosureChoice, place: string) => void;
  onRefund: (back: number) => void;
  onBack: () => void;
}) {
  const { name, game } = booking;
  // Less than was paid if something was rounded off in cash or is too little to be sent.
  const back = (game?.back ?? []).reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const place = chosen === null || game === null ? '' : choiceText(chosen, game.lost, today);
  const hasPaid = game !== null && game.paid_paise > 0;
  const noMoney = hasPaid ? watchTexts.confirmTooLittle(name) : watchTexts.confirmNoMoney(name);
  const money = back > 0 ? watchTexts.confirmMoney(name, rupees(back / 100)) : noMoney;
  const doMoney = back > 0 ? watchTexts.doMoney : watchTexts.doEnd;
  return (
    <>
      <h4 className="figures font-bold">{chosen === null ? money : watchTexts.confirmMove(name, place)}</h4>
      {chosen !== null && <p className="figures text-small text-quiet">{differenceText(chosen)}</p>}
      {refused !== null && (
        <Notice
          tone="warn"
          tight
          isLive
          title={isOutcomeUnknown(refused) ? watchTexts.unknownTitle : watchTexts.notMoved}
        >
          {answerRefusal(refused)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          ref={focusOnce}
          variant={chosen === null ? 'danger' : 'lime'}
          size="sm"
          className="flex-1"
          isBusy={isBusy}
          disabled={off !== null}
          onClick={(event) => {
            // The second press of a double click must not answer the question that the first one asked.
            if (isPressedAgain(event)) return;
            if (chosen === null) onRefund(back);
            else onMove(chosen, place);
          }}
        >
          {chosen === null ? doMoney : watchTexts.doMove}
        </Button>
        <Button variant="outline" size="sm" aria-keyshortcuts="Escape" aria-disabled={isBusy} onClick={onBack}>
          {watchTexts.other}
        </Button>
      </div>
    </>
  );
}

/** The day and the venue of which the free hours are listed; an empty day if none is chosen. */
interface OtherDayChoice {
  day: string;
  venue: number;
}

type ListProps = UnansweredRowProps & {
  /** Kept while a question is asked, so that another hour of the day can be chosen after it. */
  otherDay: OtherDayChoice;
  onOtherDay: (choice: OtherDayChoice) => void;
  onChosen: (choice: ClosureChoice) => void;
};

/** Lists the choices of the player: the same hour on another court, other hours of the day, and another day. */
function ChoiceList(props: ListProps) {
  const { booking } = props;
  const query = useQuery(offerChoicesQuery(booking.order));
  if (query.data === undefined) {
    return query.error === null ? (
      <p role="status" className="text-small text-quiet">
        {watchTexts.looking}
      </p>
    ) : (
      <LoadFailure
        title={watchTexts.choicesFailed}
        message={failureMessage(query.error)}
        retryLabel={watchTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
        strip
      />
    );
  }
  const { same_hour, same_day } = query.data;
  return (
    <>
      <Choices {...props} title={watchTexts.sameHour} choices={same_hour} />
      <Choices {...props} title={watchTexts.sameDay} choices={same_day} />
      <OtherDay {...props} />
    </>
  );
}

function Choices({
  booking,
  today,
  title,
  choices,
  onChosen,
}: ListProps & { title: string; choices: readonly ClosureChoice[] }) {
  const lost = booking.game?.lost;
  if (choices.length === 0 || lost === undefined) return null;
  return (
    <div role="group" aria-label={title}>
      <p aria-hidden="true" className="mb-1.5 text-[.8125rem] font-bold text-quiet">
        {title}
      </p>
      <div className="grid gap-1.5">
        {choices.map((choice) => (
          <button
            key={`${choice.venue} ${choice.court} ${choice.day} ${choice.minute}`}
            type="button"
            onClick={() => onChosen(choice)}
            className="figures flex min-h-11 items-center justify-between gap-3 rounded-md border border-line px-3 py-1.5 text-left text-small hover:border-edge"
          >
            <span className="font-bold">{choiceText(choice, lost, today)}</span>
            <span className="shrink-0 text-[.8125rem] text-quiet">{differenceText(choice)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

const field =
  'figures min-h-11 min-w-0 flex-1 rounded-md border-[1.5px] border-edge bg-card px-3 text-small font-bold text-ink';

/** Asks for a day and a venue, and lists the hours that are free there. */
function OtherDay(props: ListProps) {
  const { booking, venues, otherDay, onOtherDay } = props;
  const { day, venue } = otherDay;
  const lost = booking.game?.lost;
  const hours = useQuery({ ...offerHoursQuery(booking.order, venue, day), enabled: day !== '' });
  if (lost === undefined) return null;
  const days = Array.from({ length: DAYS_AFTER }, (_, index) => addDays(lost.day, index + 1));
  return (
    <div role="group" aria-label={watchTexts.otherDays} className="grid gap-1.5">
      <p aria-hidden="true" className="text-[.8125rem] font-bold text-quiet">
        {watchTexts.otherDays}
      </p>
      <div className="flex gap-1.5">
        <select
          aria-label={watchTexts.day}
          value={day}
          onChange={(event) => onOtherDay({ day: event.target.value, venue })}
          className={field}
        >
          <option value="">{watchTexts.chooseDay}</option>
          {days.map((one) => (
            <option key={one} value={one}>
              {chipDay(one)}
            </option>
          ))}
        </select>
        {venues.length > 1 && (
          <select
            aria-label={watchTexts.venue}
            value={venue}
            onChange={(event) => onOtherDay({ day, venue: Number(event.target.value) })}
            className={field}
          >
            {venues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      {day !== '' && hours.data === undefined && hours.error === null && (
        <p role="status" className="text-small text-quiet">
          {watchTexts.looking}
        </p>
      )}
      {hours.error !== null && (
        <LoadFailure
          title={watchTexts.choicesFailed}
          message={failureMessage(hours.error)}
          retryLabel={watchTexts.retry}
          isBusy={hours.isFetching}
          onRetry={() => void hours.refetch()}
          strip
        />
      )}
      {hours.data?.hours.length === 0 && <p className="text-small text-quiet">{watchTexts.noneThen}</p>}
      {hours.data !== undefined && <Choices {...props} title={chipDay(day)} choices={hours.data.hours} />}
    </div>
  );
}
