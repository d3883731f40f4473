import { useId, type KeyboardEvent, type RefObject } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import { PHONE_DIGITS } from '@/lib/phone';
import { Avatar } from '@/ui/Avatar';
import { controlClass, FieldFrame, useFieldIds } from '@/ui/Field';
import type { FoundPlayer } from '@/desk/api/players';
import type { PayNow } from './pay-now';
import { bookTexts } from './texts';
import { PlayerLine } from '@/desk/search/PlayerLine';
import { LONGEST_NAME } from '@/desk/lib/longest-name';
import { tenderKey } from '@/desk/lib/typed-player';
import type { PlayerSearch } from './use-player-search';

export interface PlayerFieldProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  search: PlayerSearch;
  /** The player whom Enter books for; undefined if there is none. */
  chosen: FoundPlayer | undefined;
  error: string | undefined;
  /** Whether the booking is for a guest who gives no number. */
  isGuest: boolean;
  /** Whether the clerk chose a guest without a number: the field then has the name alone. */
  isGuestChosen: boolean;
  /** Whether what is typed is a letter that says how the guest pays. */
  isTenderTyped: boolean;
  zone: string;
  onText: (text: string) => void;
  onChoose: (player: FoundPlayer) => void;
  onGuest: (isGuest: boolean) => void;
  /** Called when a letter after a number chooses how the booking is paid; null if that cannot be chosen. */
  onTender: ((tender: NonNullable<PayNow['tender']>) => void) | null;
}

/** The field for the player of the booking, and the players found: a combobox whose list is part of the layout. */
export function PlayerField({
  field,
  text,
  search,
  chosen,
  error,
  isGuest,
  isGuestChosen,
  isTenderTyped,
  zone,
  onText,
  onChoose,
  onGuest,
  onTender,
}: PlayerFieldProps) {
  const list = useId();
  const { players } = search;
  const guestHint = isTenderTyped ? bookTexts.tenderTyped : bookTexts.guestHint;
  const note = isGuest ? guestHint : noteOf(search);
  const hint = error === undefined ? note : undefined;
  const { id, aria } = useFieldIds(error, hint);
  const optionId = (player: FoundPlayer) => `${list}-${player.id}`;

  function onKeyDown(event: KeyboardEvent) {
    const tender = hasModifier(event) ? null : tenderKey(event.key, search.typed);
    if (tender !== null && onTender !== null) {
      event.preventDefault();
      onTender(tender);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || chosen === undefined) return;
    event.preventDefault();
    const next = players[(players.indexOf(chosen) + step + players.length) % players.length];
    if (next === undefined) return;
    onChoose(next);
    // The focus stays in the field, so the browser does not show a player who is outside of the view.
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <FieldFrame id={id} label={isGuestChosen ? bookTexts.guestName : bookTexts.player} error={error} hint={hint}>
        <input
          {...aria}
          ref={field}
          id={id}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={players.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
          // On phones only this keyboard types both names and numbers.
          inputMode="text"
          autoComplete="off"
          autoCapitalize="words"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={LONGEST_NAME}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${controlClass(error)} figures text-lead`}
        />
      </FieldFrame>
      <button
        type="button"
        onClick={() => onGuest(!isGuestChosen)}
        className="min-h-11 justify-self-start text-small font-semibold text-quiet underline underline-offset-4 hover:text-ink"
      >
        {isGuestChosen ? bookTexts.withNumber : bookTexts.noNumber}
      </button>
      <p role="status" className="sr-only">
        {(search.isCurrent || isGuest) && hint}
      </p>
      <div
        id={list}
        role="listbox"
        aria-label={bookTexts.players}
        hidden={players.length === 0}
        className="grid grid-cols-1 gap-1"
      >
        {players.map((player) => (
          <Option
            key={player.id}
            id={optionId(player)}
            player={player}
            zone={zone}
            isChosen={player === chosen}
            isOld={!search.isCurrent}
            onChoose={() => onChoose(player)}
          />
        ))}
      </div>
    </div>
  );
}

/** The note below the field: how to search, that a search runs, or how many it found; a failure has its own place. */
function noteOf({ typed, q, players, isCurrent, failure }: PlayerSearch): string | undefined {
  if (q === null) return bookTexts.playerHint;
  if (failure !== null) return undefined;
  if (!isCurrent) return bookTexts.looking;
  if (players.length > 0) return bookTexts.found(players.length);
  if (typed.kind === 'letters') return bookTexts.nobodyCalled;
  return q.length === PHONE_DIGITS ? bookTexts.newNumber : bookTexts.nobodyWith;
}

function Option({
  id,
  player,
  zone,
  isChosen,
  isOld,
  onChoose,
}: {
  id: string;
  player: FoundPlayer;
  zone: string;
  isChosen: boolean;
  isOld: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isChosen}
      // A player who was found for another text cannot be chosen.
      disabled={isOld}
      // The focus stays in the field, where Enter books.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-13 w-full items-center gap-3 rounded-md border border-transparent px-2.5 text-left hover:bg-raised disabled:opacity-60 aria-selected:border-edge aria-selected:bg-raised"
    >
      <PlayerLine icon={<Avatar name={player.name} size="sm" />} player={player} zone={zone}>
        {player.name}
      </PlayerLine>
    </button>
  );
}
