import { Ban, MessageCircle, Move, Phone } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { courtKind } from '@/lib/court-kind';
import { dayIn, hourText, timeOrDateTime } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { nationalDigits, PHONE_DIGITS } from '@/lib/phone';
import { Button } from '@/ui/Button';
import { CourtTile } from '@/ui/CourtTile';
import { IconButton } from '@/ui/IconButton';
import { offerChoicesQuery, type ClosedBooking, type ClosureChoice } from '@/desk/api/closures';
import type { Me } from '@/desk/api/me';
import { choiceText, differenceText, suggestedChoices } from './choice-text';
import { AnswerForPlayer } from './AnswerForPlayer';
import { placeInEnglish, playerMessage, whatsAppAddress } from './player-message';
import { startText } from './start-text';
import { watchTexts } from './texts';
import { useNoteCall } from './use-watch-writes';

export interface UnansweredRowProps {
  booking: ClosedBooking;
  venue: Me['venues'][number];
  venues: Me['venues'];
  /** The reason for the closure, as players read it. */
  reason: string;
  /** The venue's present day. */
  today: string;
  /** The server's time in milliseconds. */
  now: number;
  /** Whether the game is shown with its day. */
  withDay: boolean;
  /** Whether it is the first row, whose player has the earliest game and is called first. */
  isFirst: boolean;
  /** Whether the part that answers for the player is open. */
  isOpened: boolean;
  /** Why neither an answer nor a call can be recorded now; null while they can. The links to call and to write work all the same. */
  off: string | null;
  rights: { call: boolean; move: boolean; refund: boolean };
  onOpened: (isOpened: boolean) => void;
}

/** The row of a player who has not answered, with buttons to call, to write, and to answer for them. */
export function UnansweredRow(props: UnansweredRowProps) {
  const { booking, venue, reason, now, withDay, isFirst, isOpened, off, rights, onOpened } = props;
  const [chosen, setChosen] = useState<ClosureChoice | null>(null);
  const note = useNoteCall();
  const decide = useRef<HTMLButtonElement>(null);
  const { name, game } = booking;
  const digits = nationalDigits(booking.phone ?? '');
  // Staff who see only the end of a number cannot call it.
  const canCall = digits.length === PHONE_DIGITS;
  const canDecide = rights.move || rights.refund;
  const called = booking.called_at;
  const call = () => {
    if (rights.call && off === null) note.mutate(booking.order);
  };
  const facts = [
    startText(booking, venue.time_zone, withDay),
    game !== null && game.paid_paise > 0 ? watchTexts.paid(rupees(game.paid_paise / 100)) : watchTexts.unpaid,
    ...(booking.phone === null ? [watchTexts.noNumber] : []),
    // A guest without a number gets no message either.
    ...(booking.phone !== null && !booking.told ? [watchTexts.notTold] : []),
  ].join(', ');
  return (
    <li
      className={
        isFirst || isOpened ? 'grid grid-cols-1 gap-3 rounded-lg bg-deeper p-3' : 'grid grid-cols-1 gap-3 px-3 py-1'
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CourtTile number={booking.court_number} type={courtKind(game?.lost.court_type)} className="w-10 shrink-0" />
        <span className="min-w-32 flex-1">
          <span className="block text-[.9375rem] leading-tight font-bold wrap-anywhere">{name}</span>
          <span className="figures block text-[.8125rem] leading-snug text-quiet">{facts}</span>
          {called !== null && (
            <span className="figures block text-[.8125rem] leading-snug text-note">
              {watchTexts.calledAt(timeOrDateTime(called, venue.time_zone, now), booking.called_by ?? '')}
            </span>
          )}
        </span>
        <span className="ml-auto flex shrink-0 gap-1.5">
          {canCall && !isFirst && (
            <IconButton
              label={watchTexts.call(name)}
              icon={<Phone aria-hidden="true" className="size-4.5" />}
              // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon button gives it its label
              render={<a href={`tel:+91${digits}`} onClick={call} />}
            />
          )}
          {canCall && booking.link !== null && game !== null && (
            <IconButton
              label={watchTexts.whatsApp(name)}
              icon={<MessageCircle aria-hidden="true" className="size-4.5" />}
              render={
                // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon button gives it its label
                <a href={messageAddress(digits, booking, reason)} target="_blank" rel="noreferrer" />
              }
            />
          )}
          {canDecide && (
            <IconButton
              ref={decide}
              label={watchTexts.decide(name)}
              aria-expanded={isOpened}
              disabled={off !== null}
              icon={
                rights.move ? (
                  <Move aria-hidden="true" className="size-4.5" />
                ) : (
                  <Ban aria-hidden="true" className="size-4.5" />
                )
              }
              onClick={() => {
                setChosen(null);
                onOpened(!isOpened);
              }}
            />
          )}
        </span>
      </div>
      {isFirst && !isOpened && rights.move && off === null && (
        <Suggestions
          booking={booking}
          today={props.today}
          onChosen={(choice) => {
            setChosen(choice);
            onOpened(true);
          }}
        />
      )}
      {isOpened ? (
        <AnswerForPlayer
          {...props}
          suggested={chosen}
          onDone={() => {
            // The question is removed. If it had the focus, the button takes it.
            const { activeElement } = document;
            if (activeElement === document.body || decide.current?.closest('li')?.contains(activeElement) === true) {
              decide.current?.focus({ preventScroll: true });
            }
            setChosen(null);
            onOpened(false);
          }}
        />
      ) : (
        isFirst &&
        canCall && <CallNow booking={booking} digits={digits} now={now} zone={venue.time_zone} onCall={call} />
      )}
    </li>
  );
}

/** The button of the next action: call the player whose game is first. */
function CallNow({
  booking,
  digits,
  now,
  zone,
  onCall,
}: {
  booking: ClosedBooking;
  digits: string;
  now: number;
  zone: string;
  onCall: () => void;
}) {
  const first = booking.name.split(' ')[0] ?? booking.name;
  const startsAt = new Date(booking.starts_at);
  // The hour alone would be taken for one of today.
  const saysHour = startsAt.getTime() > now && dayIn(zone, startsAt) === dayIn(zone, new Date(now));
  return (
    <Button
      variant="lime"
      size="md"
      wide
      icon={<Phone aria-hidden="true" className="size-4.5" />}
      // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the button gives it its words
      render={<a href={`tel:+91${digits}`} onClick={onCall} />}
    >
      {saysHour ? watchTexts.callNow(first, hourText(booking.minute)) : watchTexts.callNext(first)}
    </Button>
  );
}

/** Offers the most similar free hours, at most two; a press leads to the question. */
function Suggestions({
  booking,
  today,
  onChosen,
}: {
  booking: ClosedBooking;
  today: string;
  onChosen: (choice: ClosureChoice) => void;
}) {
  const { data } = useQuery(offerChoicesQuery(booking.order));
  const lost = booking.game?.lost;
  const shown = data === undefined || lost === undefined ? [] : suggestedChoices(data, lost);
  if (shown.length === 0 || lost === undefined) return null;
  return (
    <div className="grid grid-cols-2 gap-2">
      {shown.map((choice) => {
        const [first, ...rest] = choiceText(choice, lost, today).split(', ');
        return (
          <button
            key={`${choice.court} ${choice.day} ${choice.minute}`}
            type="button"
            onClick={() => onChosen(choice)}
            className="figures min-h-13 min-w-0 rounded-md border border-line px-3 py-2 text-left text-[.8125rem] leading-snug hover:border-edge"
          >
            <span className="block truncate text-small font-bold">{first}</span>
            <span className="block">{[...rest, differenceText(choice)].join(', ')}</span>
          </button>
        );
      })}
    </div>
  );
}

function messageAddress(digits: string, { game, link }: ClosedBooking, reason: string): string {
  if (game === null || link === null) return whatsAppAddress(digits, '');
  const { court_name: court, day, minute } = game.lost;
  const address = new URL(link, window.location.origin).href;
  return whatsAppAddress(digits, playerMessage(placeInEnglish({ court, day, minute }), reason, address));
}
