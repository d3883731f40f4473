import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { courtName } from '@/lib/court-name';
import { longDay, timeText } from '@/lib/dates';
import { allVenuesOf, type Me } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { bookingState } from '@/desk/search/booking-state';
import { MOST_GAMES, type Player } from './player';
import { playersTexts } from './texts';

/** The next or the past games of a player; each leads to its booking on the board of its venue, if the venue still has one. */
export function PlayerGames({
  me,
  title,
  none,
  games,
  below,
}: {
  me: Me;
  title: string;
  /** The text if there are no games. */
  none: string;
  games: Player['next'];
  /** Renders something below a game. */
  below?: (game: Player['next'][number]) => ReactNode;
}) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h3 className="display text-h4">{title}</h3>
      {games.length === 0 ? (
        <p className="text-small text-quiet">{none}</p>
      ) : (
        <ul className="rows rounded-xl border border-line bg-card">
          {games.map((game) => (
            <li key={game.order}>
              <Game me={me} game={game} />
              {below?.(game)}
            </li>
          ))}
        </ul>
      )}
      {games.length === MOST_GAMES && <p className="text-small text-quiet">{playersTexts.most(MOST_GAMES)}</p>}
    </section>
  );
}

function Game({ me, game }: { me: Me; game: Player['next'][number] }) {
  const venues = allVenuesOf(me);
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="figures block leading-tight font-bold">{longDay(game.day)}</span>
        <span className="figures block text-small text-quiet">
          {playersTexts.place(timeText(game.minute), courtName(game.court_name))}
          {venues.length > 1 && ` · ${venues.find(({ id }) => id === game.venue)?.name ?? ''}`}
        </span>
      </span>
      <span
        className={`figures shrink-0 text-small font-bold ${game.due_paise > 0 || game.status === 'no_show' ? 'text-warn' : ''}`}
      >
        {bookingState(game)}
      </span>
    </>
  );
  // A retired venue may have no board.
  if (!me.venues.some(({ id }) => id === game.venue)) {
    return <div className="flex min-h-14 items-center gap-3 px-4 py-2.5">{content}</div>;
  }
  return (
    <Link
      {...paths.board(game.venue, { day: game.day, open: game.order })}
      className="flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-raised"
    >
      {content}
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-quiet" />
    </Link>
  );
}
