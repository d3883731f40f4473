import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { courtName } from '@/lib/court-name';
import { dayIn, timeText } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { nationalDigits, PHONE_DIGITS } from '@/lib/phone';
import { TextField } from '@/ui/Field';
import { LoadFailure } from '@/ui/LoadFailure';
import type { Board } from '@/desk/api/board';
import { foundBookingsQuery, type FoundBooking } from '@/desk/api/found-bookings';
import { allVenuesOf, type Me } from '@/desk/api/me';
import { dayInYear } from '@/desk/lib/day-in-year';
import { paths } from '@/desk/lib/paths';
import { findTexts } from '@/desk/search/texts';
import { isCancelled } from '@/desk/lib/is-cancelled';
import { ArrivalRow } from './ArrivalRow';
import { arrivalOf, searchBoard } from './arrivals';
import { checkInTexts } from './texts';

/** How long typing pauses before a request is sent, in milliseconds. */
const PAUSE_MILLISECONDS = 250;
/** The fewest characters that are searched for: fewer would find half of the day's bookings. */
const FEWEST_CHARACTERS = 3;
/** The most characters that the server searches for. */
const MOST_CHARACTERS = 60;
/** The most bookings of the board that are listed. */
const MOST_HITS = 8;
/** The most characters that the field takes: a pass can be pasted into it, which has at most 256. */
const MOST_TYPED = 400;

export interface NumberSearchProps {
  me: Me;
  venue: Me['venues'][number];
  /** The board of today; undefined until it has come. */
  board: Board | undefined;
  /** The server's time in milliseconds. */
  now: number;
  /** Called with a pass that was pasted into the field, once the field is submitted. */
  onScan: (text: string) => void;
}

/** Finds a booking without its pass, by its number or the player's phone or name. Bookings of the board need no network. */
export function NumberSearch({ me, venue, board, now, onScan }: NumberSearchProps) {
  const online = useOnline();
  const places = allVenuesOf(me);
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  const typed = text.trim();
  const isPass = typed.startsWith('SO1.');
  const isSearch = !isPass && typed.length >= FEWEST_CHARACTERS && typed.length <= MOST_CHARACTERS;
  useEffect(() => {
    const timer = window.setTimeout(() => setSearched(isSearch ? typed : ''), PAUSE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [typed, isSearch]);
  const query = useQuery({ ...foundBookingsQuery(venue.id, searched), enabled: online && searched !== '' });

  const here = isSearch && board !== undefined ? searchBoard(board, typed, !online) : [];
  const found = isSearch && searched === typed ? (query.data ?? []) : [];
  // The board follows the changes, and has what a tick needs.
  const onBoard = [...here, ...(board?.bookings ?? []).filter(({ order }) => found.some((one) => one.order === order))];
  const rows = [...new Set(onBoard)]
    .map((booking) => (board === undefined ? null : arrivalOf(board, booking, now)))
    .filter((arrival) => arrival !== null)
    .slice(0, MOST_HITS);
  const others = found.filter(({ order }) => !rows.some(({ booking }) => booking.order === order));
  const isDone = searched === typed && (!online || query.isSuccess);
  const count = rows.length + others.length;
  const isNone = isSearch && count === 0 && isDone;
  // A whole booking number is searched for in all days, and a whole phone in today and later ones.
  const isWhole = /^[#+\d ()-]+$/.test(typed) && nationalDigits(typed).length === PHONE_DIGITS;
  const noHit = isWhole ? checkInTexts.noHitWhole : checkInTexts.noHit;
  const noneText = online ? noHit(typed) : checkInTexts.noHitHere(typed);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPass) {
      onScan(typed);
      setText('');
    } else setSearched(isSearch ? typed : '');
  }

  return (
    <form role="search" noValidate onSubmit={submit} className="grid min-w-0 gap-1.5">
      <TextField
        label={checkInTexts.number}
        hint={checkInTexts.numberHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={MOST_TYPED}
      />
      {query.isError && online && isSearch && (
        <LoadFailure
          title={checkInTexts.searchFailed}
          message={failureMessage(query.error)}
          retryLabel={checkInTexts.retry}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
          strip
        />
      )}
      {/* What is found can be seen below; a screen reader, whose focus stays in the field, is told of it. */}
      <p role="status" className={isNone ? 'text-small text-quiet' : 'sr-only'}>
        {isNone && noneText}
        {count > 0 && isDone && findTexts.count(count)}
      </p>
      {count > 0 && (
        <ul aria-label={checkInTexts.found}>
          {rows.map((arrival) => (
            <ArrivalRow
              key={arrival.booking.order}
              arrival={arrival}
              venue={venue}
              now={now}
              current={undefined}
              withTime
            />
          ))}
          {others.map((booking) => (
            <OtherBooking
              key={booking.order}
              booking={booking}
              today={dayIn(venue.time_zone, new Date(now))}
              elsewhere={booking.venue === venue.id ? undefined : places.find(({ id }) => id === booking.venue)?.name}
              hasBoard={me.venues.some(({ id }) => id === booking.venue)}
            />
          ))}
        </ul>
      )}
    </form>
  );
}

/** A found booking that cannot be checked in here, such as one of another day or venue or a cancelled one. */
function OtherBooking({
  booking,
  today,
  elsewhere,
  hasBoard,
}: {
  booking: FoundBooking;
  today: string;
  /** The name of its venue, if that is another one. */
  elsewhere: string | undefined;
  /** Whether its venue has a board; a past venue has none. */
  hasBoard: boolean;
}) {
  const { status, court_name, minute } = booking;
  // A whole booking number finds bookings of any year.
  const day = dayInYear(booking.day, today);
  const place = checkInTexts.place(courtName(court_name), timeText(minute));
  const content = (
    <>
      <span className="font-bold wrap-anywhere">{booking.name}</span>
      <span className="figures text-small wrap-anywhere text-quiet">
        {[...(isCancelled(status) ? [findTexts.cancelled] : []), day, place, elsewhere]
          .filter((part) => part !== undefined)
          .join(', ')}
      </span>
    </>
  );
  return (
    <li className="border-b border-line">
      {hasBoard ? (
        <Link
          {...paths.board(booking.venue, { day: booking.day, open: booking.order })}
          className="grid min-h-15 content-center rounded-md"
        >
          {content}
        </Link>
      ) : (
        <div className="grid min-h-15 content-center">{content}</div>
      )}
    </li>
  );
}
