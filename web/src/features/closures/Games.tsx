import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useVenueZone } from '@/api/use-venue-zone';
import { courtKind } from '@/lib/court-kind';
import { hourText, shortDay } from '@/lib/dates';
import { courtName } from '@/lib/court-name';
import { paths } from '@/lib/paths';
import { CourtTile } from '@/ui/CourtTile';
import type { Game, Offers } from './api/offers';
import { gameToShowFirst } from './find-choice';
import { GameView } from './GameView';
import { closedCourtTexts } from './texts';
import { useToday } from './use-today';

/** The games of a link, one at a time. */
export function Games({
  token,
  offers,
  updatedAt,
}: {
  token: string;
  offers: Offers;
  /** When `offers` came or were changed, in milliseconds of this device's clock. */
  updatedAt: number;
}) {
  const { games, server_time, timezone } = offers;
  const { game: asked } = useSearch({ from: '/r/$token' });
  const zone = useVenueZone(timezone);
  const today = useToday(zone, server_time, updatedAt);
  // The first game stays on the screen after its answer, until the player goes on to the next.
  const [first] = useState(() => gameToShowFirst(games)?.orderid);
  const shown = games.find(({ orderid }) => orderid === asked) ?? games.find(({ orderid }) => orderid === first);
  const game = shown ?? games[0];
  if (game === undefined) return null;
  const next = games.find(({ orderid, state }) => state === 'open' && orderid !== game.orderid);
  return (
    <GameView
      key={game.orderid}
      token={token}
      game={game}
      closure={offers}
      today={today}
      zone={zone}
      count={games.length > 1 ? closedCourtTexts.count(games.indexOf(game) + 1, games.length) : null}
      next={next}
      isFirstShown={asked === undefined}
    >
      {games.length > 1 && <GameList token={token} games={games} shown={game} />}
    </GameView>
  );
}

function GameList({ token, games, shown }: { token: string; games: readonly Game[]; shown: Game }) {
  return (
    <nav aria-label={closedCourtTexts.games} className="-mx-5 overflow-x-auto px-5 py-1 scrollbar-none md:mx-0 md:px-0">
      <ul className="flex gap-2.5">
        {games.map((game) => (
          <li key={game.orderid} className="shrink-0">
            <Link
              {...paths.offer(token, { game: game.orderid })}
              aria-current={game.orderid === shown.orderid ? 'page' : undefined}
              className="flex min-h-14 items-center gap-3 rounded-lg border-[1.5px] border-line bg-card py-2 pr-4 pl-2.5 transition-colors hover:border-edge aria-[current=page]:border-ink"
            >
              <CourtTile
                number={game.lost.court_number}
                type={courtKind(game.lost.court_type)}
                className="w-13 shrink-0"
              />
              <span className="figures leading-tight">
                <span className="sr-only">{`${courtName(game.lost.court_name)}, `}</span>
                <span className="block font-bold">{`${shortDay(game.lost.day)}, ${hourText(game.lost.minute)}`}</span>
                <span className="block text-small text-quiet">{closedCourtTexts.gameState[game.state]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
