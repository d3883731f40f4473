import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { hasModifier } from '@/lib/has-modifier';
import { useOnline } from '@/lib/online';
import { Avatar } from '@/ui/Avatar';
import { LoadFailure } from '@/ui/LoadFailure';
import { Spinner } from '@/ui/Spinner';
import type { Me } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { areSingleKeysOn } from '@/desk/lib/single-keys';
import { PlayerLine } from '@/desk/search/PlayerLine';
import { MOST_CHARACTERS, useFind } from '@/desk/search/use-find';
import { findTexts } from '@/desk/search/texts';
import { playersTexts } from './texts';
import { WaitingErasures } from './WaitingErasures';

/** Lists the players found by a number or a name. The arrows and, outside of the field, `J` and `K` go through them. */
export function PlayerList({
  venue,
  text,
  chosen,
  mayErase,
  onText,
}: {
  /** The venue at which is searched, and in whose time zone days are shown. */
  venue: Me['venues'][number];
  text: string;
  /** The player whose page is open. */
  chosen: string | undefined;
  /** Whether the person may undo erasures. */
  mayErase: boolean;
  onText: (text: string) => void;
}) {
  const online = useOnline();
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const search = useFind(venue.id, text);
  const players = search.found?.players ?? [];
  const isOpen = chosen !== undefined;
  useEffect(() => {
    if (!isOpen) field.current?.focus({ preventScroll: true });
  }, [isOpen]);

  function onKeyDown(event: KeyboardEvent) {
    // While a word of another script is composed in the field, the arrows choose among its spellings.
    if (event.nativeEvent.isComposing) return;
    // In the window over the list the arrows scroll.
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return;
    const isField = event.target === field.current;
    const letters: Record<string, number> = areSingleKeysOn() ? { j: 1, k: -1 } : {};
    const keys: Record<string, number> = isField ? { ArrowDown: 1 } : { ArrowDown: 1, ArrowUp: -1, ...letters };
    // With Caps Lock on, the key of a letter is its capital.
    const isLetter = event.key.length === 1 && !event.shiftKey;
    const step = keys[isLetter ? event.key.toLowerCase() : event.key];
    if (step === undefined || hasModifier(event)) return;
    const links = [...(rows.current?.querySelectorAll('a') ?? [])];
    if (links.length === 0) return;
    event.preventDefault();
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at + step;
    if (next < 0) field.current?.focus();
    else links[Math.min(next, links.length - 1)]?.focus();
  }

  const isEmpty = search.isCurrent && players.length === 0;
  const hasMore = search.isCurrent && search.found?.more_players === true;
  return (
    // The keys only move the focus among the field and the links.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="grid gap-3" onKeyDown={onKeyDown}>
      <h1 className="display text-h2">{playersTexts.title}</h1>
      <label className="flex min-h-12 items-center gap-2 rounded-md border border-edge bg-card px-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
        <Search aria-hidden="true" className="size-5 shrink-0 text-quiet" />
        <input
          ref={field}
          type="search"
          aria-label={playersTexts.field}
          placeholder={playersTexts.field}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MOST_CHARACTERS}
          value={text}
          onChange={(event) => onText(event.target.value)}
          className="figures min-h-11 min-w-0 flex-1 bg-transparent font-semibold outline-none placeholder:font-medium placeholder:text-quiet"
        />
        {text !== '' && search.isFetching && <Spinner label={playersTexts.looking} />}
      </label>
      {!online && <p className="text-small text-warn">{playersTexts.offline}</p>}
      {search.failure !== null && (
        <LoadFailure
          title={playersTexts.listFailed}
          message={failureMessage(search.failure)}
          retryLabel={playersTexts.retry}
          isBusy={search.isFetching}
          onRetry={search.retry}
          strip
        />
      )}
      <p role="status" className={players.length > 0 && !hasMore ? 'sr-only' : 'text-small text-quiet'}>
        {text.trim() === '' && playersTexts.hint}
        {isEmpty && playersTexts.nobody(text.trim())}
        {search.isCurrent && players.length > 0 && `${playersTexts.hits}: ${players.length}`}
        {hasMore && `. ${findTexts.more}`}
      </p>
      <ul ref={rows} aria-label={playersTexts.hits} className="grid gap-1">
        {players.map((player) => (
          <li key={player.id}>
            <Link
              {...paths.players(player.id, { q: text })}
              aria-current={player.id === chosen ? 'page' : undefined}
              className="flex min-h-14 items-center gap-3 rounded-md border border-transparent px-2.5 hover:bg-raised aria-[current=page]:border-edge aria-[current=page]:bg-raised"
            >
              <PlayerLine icon={<Avatar name={player.name} size="sm" />} player={player} zone={venue.time_zone}>
                {player.name}
              </PlayerLine>
            </Link>
          </li>
        ))}
      </ul>
      {mayErase && <WaitingErasures zone={venue.time_zone} />}
    </div>
  );
}
