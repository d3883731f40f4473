import { Fragment, useId, useState } from 'react';
import { courtKind } from '@/lib/court-kind';
import { dayIn, hourText, minutesIn } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { CourtTile } from '@/ui/CourtTile';
import { Notice } from '@/ui/Notice';
import type { Board } from '@/desk/api/board';
import type { ClosurePreview, RunningGames } from '@/desk/api/closures';
import { hoursText } from '@/desk/lib/hours-text';
import { closureMessage, momentInEnglish, placeInEnglish } from './player-message';
import type { ClosurePartProps } from './ClosurePart';
import { closeTexts } from './texts';

type Previewed = ClosurePreview['bookings'][number];

const RUNNING = ['all', 'half', 'nothing'] as const satisfies readonly RunningGames[];
/** How many bookings are shown at first. */
const FIRST = 6;

/** Shows what closing would do: who plays there, what was paid and how, and examples of the messages to the players. */
export function PreviewPart({
  venue,
  board,
  now,
  seen,
  isCurrent,
  running,
  onRunning,
}: {
  venue: ClosurePartProps['venue'];
  board: Board;
  now: number;
  seen: ClosurePreview;
  /** Whether the preview is for the courts and hours as they are chosen now. */
  isCurrent: boolean;
  running: RunningGames;
  onRunning: (running: RunningGames) => void;
}) {
  const { bookings } = seen;
  const begun = bookings.filter(({ has_begun }) => has_begun).length;
  const games = begun + seen.played;
  return (
    <section
      aria-busy={!isCurrent}
      aria-label={closeTexts.who}
      className="grid grid-cols-1 gap-4 border-t border-line pt-4"
    >
      <div aria-live="polite" className={isCurrent ? '' : 'opacity-60'}>
        {bookings.length === 0 ? (
          <p className="font-bold">{closeTexts.nobody}</p>
        ) : (
          <p className="display text-h3">{closeTexts.bookings(bookings.length)}</p>
        )}
        <ul className="figures mt-2 grid gap-1 text-small text-quiet">
          {factsOf(seen, board.slot_minutes, games).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      {games > 0 && <GamesThatAreOn running={running} onRunning={onRunning} />}
      {bookings.length > 0 && <Who bookings={bookings} board={board} />}
      {bookings.length > 0 && <MessageExamples venue={venue} board={board} now={now} seen={seen} />}
    </section>
  );
}

function paidPaiseOf({ online_paise, at_desk_paise }: Previewed): number {
  return online_paise + at_desk_paise;
}

/** The facts of a preview, each as a line. */
function factsOf(seen: ClosurePreview, slotMinutes: number, games: number): string[] {
  const unpaid = seen.bookings.filter((booking) => paidPaiseOf(booking) === 0).length;
  const minutes = seen.slots * slotMinutes;
  return [
    closeTexts.courtHours(hoursText(minutes), minutes / 60),
    ...(seen.online_paise > 0 ? [closeTexts.online(rupees(seen.online_paise / 100))] : []),
    ...(seen.at_desk_paise > 0 ? [closeTexts.atDesk(rupees(seen.at_desk_paise / 100))] : []),
    ...(unpaid > 0 ? [closeTexts.notPaid(unpaid)] : []),
    ...(games > 0 ? [closeTexts.gamesOn(games)] : []),
    ...(seen.holds > 0 ? [closeTexts.holds(seen.holds)] : []),
    ...(seen.already > 0 ? [closeTexts.already(seen.already)] : []),
  ];
}

function GamesThatAreOn({ running, onRunning }: { running: RunningGames; onRunning: (running: RunningGames) => void }) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[.8125rem] font-bold text-quiet">{closeTexts.games}</legend>
      <div className="flex gap-1 rounded-md bg-deeper p-1">
        {RUNNING.map((one) => (
          <label
            key={one}
            className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center justify-center rounded-sm px-1.5 text-center text-small leading-tight font-bold hover:bg-raised has-checked:bg-solid has-checked:text-on-solid has-focus-visible:focus-ring"
          >
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === running}
              onChange={() => onRunning(one)}
              className="sr-only"
            />
            {closeTexts.running[one]}
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-small text-quiet">{closeTexts.runningHint[running]}</p>
    </fieldset>
  );
}

function Who({ bookings, board }: { bookings: readonly Previewed[]; board: Board }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? bookings : bookings.slice(0, FIRST);
  const rest = bookings.length - shown.length;
  return (
    <div>
      <h3 className="mb-2 text-[.8125rem] font-bold text-quiet">{closeTexts.who}</h3>
      <ul className="grid gap-2">
        {shown.map((booking) => (
          <WhoRow key={booking.order} booking={booking} board={board} />
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="min-h-11 text-small font-semibold underline underline-offset-4"
        >
          {closeTexts.more(rest)}
        </button>
      )}
    </div>
  );
}

function WhoRow({ booking, board }: { booking: Previewed; board: Board }) {
  const court = board.courts.find(({ id }) => id === booking.court);
  const paid = paidPaiseOf(booking);
  return (
    <li className="flex items-center gap-3">
      {court !== undefined && (
        <CourtTile number={court.number} type={courtKind(court.type)} className="w-10 shrink-0" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[.9375rem] leading-tight font-bold">{booking.name}</span>
        <span className="figures block text-[.8125rem] text-quiet">
          {[hourText(booking.minute), ...(booking.has_begun ? [closeTexts.isOn] : [])].join(', ')}
        </span>
      </span>
      <span className="figures text-right text-[.8125rem] leading-tight font-semibold">
        {paid === 0 ? (
          <span className="text-quiet">{closeTexts.unpaid}</span>
        ) : (
          <>
            <span className="block">{closeTexts.paid(rupees(paid / 100))}</span>
            {!booking.is_offered && <span className="block text-quiet">{backText(booking.back_paise)}</span>}
          </>
        )}
      </span>
    </li>
  );
}

/** How much goes back of a booking that was paid. */
function backText(paise: number): string {
  return paise === 0 ? closeTexts.tooLittle : closeTexts.goesBack(rupees(paise / 100));
}

/**
 * Shows as examples a message with an offer and one without, and names the players who get none. A message by mail
 * alone does not reach players without an address, whom the preview does not tell apart.
 */
function MessageExamples({
  venue,
  board,
  now,
  seen,
}: {
  venue: ClosurePartProps['venue'];
  board: Board;
  now: number;
  seen: ClosurePreview;
}) {
  const channelsOf = ({ is_offered }: Previewed) => (is_offered ? seen.offer_channels : seen.closed_channels);
  const exampleOf = (isOffered: boolean) =>
    seen.bookings.find((one) => one.has_number && one.is_offered === isOffered && channelsOf(one).length > 0);
  const end = new Date(now + seen.offer_hours * 60 * 60_000);
  const today = dayIn(venue.time_zone, new Date(now));
  const until = momentInEnglish(dayIn(venue.time_zone, end), minutesIn(venue.time_zone, end), today);
  const messages = [exampleOf(true), exampleOf(false)].flatMap((booking) => {
    if (booking === undefined) return [];
    const court = board.courts.find(({ id }) => id === booking.court)?.name ?? '';
    const place = placeInEnglish({ court, day: board.day, minute: booking.minute });
    const text = closureMessage(venue.name, place, {
      until: booking.is_offered ? until : null,
      paid_paise: paidPaiseOf(booking),
      back_paise: booking.back_paise,
    });
    return [{ text, how: howText(channelsOf(booking)) }];
  });
  const withoutNumber = seen.bookings.filter(({ has_number }) => !has_number);
  const withoutChannel = seen.bookings.filter((one) => one.has_number && channelsOf(one).length === 0);
  return (
    <div className="grid gap-2">
      {messages.length > 0 && (
        <>
          <h3 className="text-[.8125rem] font-bold text-quiet">{closeTexts.told}</h3>
          {messages.map(({ text, how }, index) => (
            <Fragment key={text}>
              <p lang="en" className="rounded-md rounded-bl-sm bg-card px-3.5 py-2.5 text-small">
                {text}
              </p>
              {how !== messages[index + 1]?.how && <p className="text-[.8125rem] text-quiet">{how}</p>}
            </Fragment>
          ))}
        </>
      )}
      {withoutNumber.length > 0 && (
        <Notice tone="warn" tight>
          {closeTexts.tellYourself(namesOf(withoutNumber))}
        </Notice>
      )}
      {withoutChannel.length > 0 && (
        <Notice tone="warn" tight>
          {closeTexts.noChannel(namesOf(withoutChannel))}
        </Notice>
      )}
    </div>
  );
}

/** The names of the players of some bookings, each once. */
function namesOf(bookings: readonly Previewed[]): string {
  return [...new Set(bookings.map(({ name }) => name))].join(', ');
}

/** How a message with these channels, at least one, reaches its player. */
function howText(channels: ClosurePreview['offer_channels']): string {
  const { text, mail, both } = closeTexts.toldHow;
  if (!channels.includes('mail')) return text;
  return channels.includes('text') ? both : mail;
}
