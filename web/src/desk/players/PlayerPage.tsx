import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarPlus, ChevronLeft } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { dayIn, fullDay, longDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { useMedia } from '@/lib/use-media';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { may, type Me } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { ContactButtons } from '@/desk/booking/ContactButtons';
import { setBookingFor } from '@/desk/lib/booking-for';
import { focusOnce } from '@/desk/lib/focus-once';
import { paths } from '@/desk/lib/paths';
import type { PlayersSearch } from '@/desk/lib/search';
import { textToFind } from '@/desk/lib/typed-player';
import { RecordLinks } from '@/desk/record-links/RecordLinks';
import { FormerGames } from './FormerGames';
import { MissedGame } from './MissedGame';
import { PlayerAccount } from './PlayerAccount';
import { PlayerGames } from './PlayerGames';
import { PlayerLocks } from './PlayerLocks';
import { countedFormerStrikes, playerQuery, type Player } from './player';
import { PlayerStanding } from './PlayerStanding';
import { playersTexts } from './texts';

/** Shows one player: name and number, trust, games, money and notes. */
export function PlayerPage({
  me,
  venue,
  player,
  listed,
}: {
  me: Me;
  /** The venue at whose desk the page is opened. */
  venue: Me['venues'][number];
  player: string;
  /** The query of the list. */
  listed: PlayersSearch;
}) {
  const online = useOnline();
  const query = useQuery(playerQuery(player));
  const shown = query.data;
  const isWide = useMedia('(width >= 64rem)');
  return (
    <div
      // On narrow screens the page replaces the list, whose link had the focus, so it takes the focus.
      ref={isWide ? undefined : focusOnce}
      tabIndex={-1}
      className="mx-auto grid w-full max-w-3xl gap-6 p-4 pb-10 outline-none lg:p-8"
    >
      <Link
        {...paths.players(undefined, listed)}
        className="-ml-1 flex min-h-11 w-fit items-center gap-1 text-small font-semibold text-quiet hover:text-ink lg:hidden"
      >
        <ChevronLeft aria-hidden="true" className="size-4.5" />
        {playersTexts.back}
      </Link>
      {!online && <p className="text-small text-warn">{playersTexts.offline}</p>}
      {content()}
    </div>
  );

  function content() {
    if (shown !== undefined) return <Facts me={me} venue={venue} player={shown} />;
    if (query.error === null) {
      return (
        <Loading label={playersTexts.loading}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      );
    }
    if (hasCode(query.error, 'not_found')) {
      return <EmptyState title={playersTexts.noPlayer} text={playersTexts.noPlayerText} />;
    }
    return (
      <LoadFailure
        title={playersTexts.failed}
        message={failureMessage(query.error)}
        retryLabel={playersTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
}

function Facts({ me, venue, player }: { me: Me; venue: Me['venues'][number]; player: Player }) {
  const navigate = useNavigate();
  const { name, phone, has_account, since, other_phones, is_erased, erasure } = player;
  const zone = venue.time_zone;
  const known = fullDay(dayIn(zone, new Date(since)));
  return (
    <>
      <header className="flex flex-wrap items-center gap-4">
        <Avatar name={name} />
        <div className="min-w-0 flex-1 basis-52">
          <h2 className="display text-h2 wrap-anywhere">{name}</h2>
          <p className="figures mt-1 text-small text-quiet">
            {phone ?? playersTexts.noNumber} · {has_account ? playersTexts.account(known) : playersTexts.guest(known)}
          </p>
          {other_phones.length > 0 && (
            <p className="figures mt-1 text-small text-quiet">{playersTexts.otherPhones(other_phones.join(', '))}</p>
          )}
        </div>
        <div className="flex items-center gap-2">
          <ContactButtons name={name} phone={phone} />
          {may(me, 'booking.make') && !venue.is_retired && !is_erased && erasure === null && (
            <Button
              size="md"
              icon={<CalendarPlus aria-hidden="true" className="size-5" />}
              aria-label={playersTexts.bookFor(name)}
              onClick={() => {
                setBookingFor({ text: textToFind(player), name, player: player.id });
                void navigate(paths.board(venue.id));
              }}
            >
              {playersTexts.book}
            </Button>
          )}
        </div>
      </header>
      {!is_erased && erasure === null && <PlayerStanding me={me} venue={venue} player={player} />}
      <PlayerLocks me={me} venue={venue} player={player} />
      <Numbers player={player} />
      <PlayerGames me={me} title={playersTexts.next} none={playersTexts.noNext} games={player.next} />
      <Notes player={player} zone={zone} />
      <PlayerGames
        me={me}
        title={playersTexts.past}
        none={playersTexts.noPast}
        games={player.past}
        below={(game) =>
          game.status === 'no_show' && (
            <MissedGame
              me={me}
              zone={zone}
              game={game}
              forgiven={player.forgiven.find(({ order }) => order === game.order)}
            />
          )
        }
      />
      <FormerGames me={me} venue={venue} player={player} />
      <PlayerAccount me={me} venue={venue} player={player} />
      <RecordLinks about={{ player: player.id }} />
    </>
  );
}

function Numbers({ player }: { player: Player }) {
  const { played, missed, strikes, cancelled, due_paise } = player;
  // Games that were missed before the number was erased are not games of this account.
  const own = strikes - countedFormerStrikes(player).length;
  const missedText = own < missed ? playersTexts.missedForgiven(missed, missed - own) : String(missed);
  const numbers = [
    [playersTexts.played, String(played), ''],
    [playersTexts.missed, missedText, strikes > 0 ? 'text-warn' : ''],
    [playersTexts.cancelled, String(cancelled), ''],
    [playersTexts.due, rupees(due_paise / 100), due_paise > 0 ? 'text-warn' : ''],
  ] as const;
  return (
    <dl
      aria-label={playersTexts.numbers}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-4"
    >
      {numbers.map(([label, value, tone]) => (
        <div key={label} className="grid gap-1.5 bg-card px-4 py-3.5">
          <dt className="text-small text-quiet">{label}</dt>
          <dd className={`display figures text-h3 ${tone}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Notes({ player: { notes }, zone }: { player: Player; zone: string }) {
  return (
    <section className="grid gap-3">
      <h3 className="display text-h4">{playersTexts.notes}</h3>
      {notes.length === 0 ? (
        <p className="text-small text-quiet">{playersTexts.noNotes}</p>
      ) : (
        <ul className="grid gap-2">
          {notes.map(({ id, text, order, by, at }) => {
            const day = longDay(dayIn(zone, new Date(at)));
            const written = by === null ? day : playersTexts.noteBy(by, day);
            return (
              <li key={id} className="rounded-md bg-note-tint p-3 text-note">
                <p className="text-small font-semibold wrap-anywhere text-ink">{text}</p>
                <p className="figures mt-0.5 text-[.75rem]">
                  {order === null ? written : `${written} · ${playersTexts.aboutGame(order)}`}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
