import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTitle } from '@/lib/title';
import { EmptyScreen } from '@/ui/EmptyScreen';
import { EmptyState } from '@/ui/EmptyState';
import { may, useMe } from '@/desk/api/me';
import { addVenueText } from '@/desk/layout/missing-venue';
import { keepFocus } from '@/desk/lib/keep-focus';
import { lastVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import type { PlayersSearch } from '@/desk/lib/search';
import { playerQuery } from './player';
import { PlayerList } from './PlayerList';
import { PlayerPage } from './PlayerPage';
import { playersTexts } from './texts';

/** Finds players by name or number, and shows the page of the chosen one. */
export function PlayersPage() {
  const me = useMe();
  const navigate = useNavigate();
  const { player } = useParams({ strict: false }) as { player?: string };
  // `PlayerPage` requests the player; here only the name in its answer is read, for the title.
  const shown = useQuery({ ...playerQuery(player ?? ''), enabled: false, select: ({ name }) => name });
  useTitle(shown.data ?? playersTexts.title);
  const { q } = useSearch({ strict: false }) as PlayersSearch;
  // The address follows the field a moment later, so the field has a state of its own.
  const [text, setText] = useState(q ?? '');
  if (me === undefined) return null;
  // Players are found at a retired venue, too.
  const venue = me.venues.find(({ id }) => id === lastVenue(me.venues)) ?? me.past_venues[0];
  if (venue === undefined) return <EmptyScreen text={addVenueText(me, playersTexts.noVenue)} />;
  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label={playersTexts.title}
        className={`relative min-h-0 flex-1 overflow-y-auto border-line p-4 lg:w-90 lg:flex-none lg:border-r lg:p-5 ${player === undefined ? '' : 'max-lg:hidden'}`}
      >
        <PlayerList
          venue={venue}
          text={text}
          chosen={player}
          mayErase={may(me, 'player.erase')}
          onText={(typed) => {
            setText(typed);
            // The address is replaced, so that the back button does not go back letter by letter.
            void navigate({
              ...paths.players(undefined, searchFor(typed)),
              // A player who was opened just before, and is not rendered yet, stays open.
              params: ({ player: newest }: { player?: string | undefined }) => ({ player: newest }),
              replace: true,
            });
          }}
        />
      </section>
      <div
        ref={keepFocus}
        tabIndex={-1}
        className={`relative min-h-0 flex-1 overflow-y-auto outline-none ${player === undefined ? 'max-lg:hidden' : ''}`}
      >
        {player === undefined ? (
          <div className="grid h-full place-content-center">
            <EmptyState text={playersTexts.choose} />
          </div>
        ) : (
          <PlayerPage key={player} me={me} venue={venue} player={player} listed={searchFor(text)} />
        )}
      </div>
    </div>
  );
}

function searchFor(text: string): PlayersSearch {
  return text === '' ? {} : { q: text };
}
