import { useNavigate, useRouter } from '@tanstack/react-router';
import { Search as SearchIcon, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { dayIn } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { IconButton } from '@/ui/IconButton';
import { LoadFailure } from '@/ui/LoadFailure';
import { enterModal } from '@/ui/open-modals';
import { clockOffset } from '@/desk/api/connection';
import { allVenuesOf, may, type Me } from '@/desk/api/me';
import { zoneOf } from '@/desk/api/zone-of';
import { setBookingFor } from '@/desk/lib/booking-for';
import { changeSearch, closeSearch, markFound, type OpenSearch } from '@/desk/lib/open-search';
import { paths } from '@/desk/lib/paths';
import type { BoardSearch } from '@/desk/lib/search';
import { useServerNow } from '@/desk/lib/use-server-now';
import { hitsOf, type Hit } from './hits';
import { HitRow } from './HitRow';
import { findTexts } from './texts';
import { MOST_CHARACTERS, useFind } from './use-find';

/** How often the search checks whether a new day has begun, in milliseconds. */
const STEP_MILLISECONDS = 60_000;

/**
 * Searches bookings and players over any screen. Enter chooses the hit that the arrows chose, or else the first that
 * leads anywhere.
 */
export function SearchLayer({ me, venue, state }: { me: Me; venue: Me['venues'][number]; state: OpenSearch }) {
  const { text, isEntered } = state;
  const navigate = useNavigate();
  const router = useRouter();
  const online = useOnline();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const pressedBeside = useRef(false);
  const id = useId();
  const list = `${id}-list`;
  const optionId = (at: number) => `${list}-${at}`;
  const search = useFind(venue.id, text);
  const now = new Date(useServerNow(clockOffset(), STEP_MILLISECONDS));
  const today = dayIn(venue.time_zone, now);
  const { found, isCurrent } = search;
  const hits = found === undefined ? [] : hitsOf(found, text.trim(), may(me, 'booking.make') && !venue.is_retired);
  const [picked, setPicked] = useState<string | null>(null);
  const active = hits.find(({ key }) => key === picked) ?? hits.find(canOpen) ?? hits[0];

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const before = document.activeElement;
    element.showModal();
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
    const leave = enterModal(element);
    return () => {
      leave();
      element.close();
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, []);

  /** Whether a hit leads anywhere: a past venue has no board for its bookings. */
  function canOpen(hit: Hit): boolean {
    return hit.kind !== 'booking' || me.venues.some(({ id: other }) => other === hit.booking.venue);
  }

  /** The query of the board of a venue; undefined while another screen is shown. */
  function boardShown(where: number): BoardSearch | undefined {
    const { pathname, search: shown } = router.latestLocation;
    return pathname === router.buildLocation(paths.board(where)).pathname ? shown : undefined;
  }

  function choose(hit: Hit): void {
    if (!canOpen(hit)) return;
    closeSearch();
    if (hit.kind === 'booking') {
      const { venue: where, day, order } = hit.booking;
      // A panel that is open already takes no mark: it would stay, and move the focus when the booking is opened the next time.
      if (boardShown(where)?.open !== order) markFound(order);
      void navigate(paths.board(where, { day, open: order }));
      return;
    }
    if (hit.kind === 'player') {
      // The field of the booking searches for the same text, and so finds the same players: of many with one name it lists only some.
      const { id: player, name } = hit.player;
      setBookingFor({ text: text.trim(), name, player });
    } else setBookingFor({ text: hit.text, player: null });
    // The day that the person looks at stays, unless nothing can be booked on it any more.
    const day = boardShown(venue.id)?.day;
    void navigate(paths.board(venue.id, day !== undefined && day > today ? { day } : {}));
  }

  // If Enter was pressed before the answer, the hit is chosen when it comes.
  const onAnswer = useEffectEvent(() => {
    changeSearch((now) => ({ ...now, isEntered: false }));
    // A new booking is not begun without a choice.
    if (active !== undefined && active.kind !== 'new') choose(active);
  });
  useEffect(() => {
    if (isEntered && isCurrent) onAnswer();
  }, [isEntered, isCurrent]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && active !== undefined) {
      event.preventDefault();
      const next = (hits.indexOf(active) + step + hits.length) % hits.length;
      setPicked(hits[next]?.key ?? null);
      // The focus stays in the field, so the browser does not show a hit that is outside of the view.
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (event.repeat || text.trim() === '') return;
      if (isCurrent && active !== undefined) choose(active);
      else changeSearch((now) => ({ ...now, isEntered: true }));
    }
  }

  // Players are listed to book for, so a person who may not book finds bookings only.
  const count = hits.filter(({ kind }) => kind !== 'new').length;
  const isEmpty = isCurrent && found !== undefined && count === 0;
  const hasMore = isCurrent && found?.more_players === true && hits.some(({ kind }) => kind === 'player');
  const hasLetters = /\p{L}/u.test(text);
  const emptyText = hasLetters ? findTexts.nobodyCalled(text.trim()) : findTexts.nobodyWith(text.trim());
  return (
    // Escape is the native cancel event; the click is only the pointer's shortcut for the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={findTexts.title}
      onCancel={(event) => {
        event.preventDefault();
        closeSearch();
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        // A press that began in the field, to select its text, and ended beside the window must not lose that text.
        if (pressedBeside.current && event.target === dialog.current) closeSearch();
      }}
      className="fixed inset-x-0 top-0 m-0 mx-auto max-h-dvh w-full max-w-none overflow-y-auto bg-card p-0 text-ink shadow-pass backdrop:bg-black/40 max-[40rem]:h-dvh min-[40rem]:mt-16 min-[40rem]:max-h-[80dvh] min-[40rem]:max-w-xl min-[40rem]:rounded-xl"
    >
      <div className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-card p-3">
        <SearchIcon aria-hidden="true" className="ml-1 size-5 shrink-0 text-quiet" />
        <input
          ref={field}
          role="combobox"
          aria-label={findTexts.field}
          aria-describedby={`${id}-note`}
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-activedescendant={active === undefined ? undefined : optionId(hits.indexOf(active))}
          placeholder={findTexts.field}
          inputMode="text"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MOST_CHARACTERS}
          value={text}
          onChange={(event) => {
            setPicked(null);
            const typed = event.target.value;
            changeSearch(() => ({ text: typed, isEntered: false }));
          }}
          onKeyDown={onKeyDown}
          className="figures min-h-11 min-w-0 flex-1 bg-transparent text-lead font-semibold outline-none placeholder:text-body placeholder:font-medium placeholder:text-quiet"
        />
        <IconButton
          label={findTexts.close}
          variant="ghost"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={closeSearch}
        />
      </div>
      <div className="grid gap-2 p-3">
        {search.failure !== null && (
          <LoadFailure
            title={findTexts.failed}
            message={failureMessage(search.failure)}
            retryLabel={findTexts.retry}
            isBusy={search.isFetching}
            onRetry={search.retry}
            strip
          />
        )}
        <p
          id={`${id}-note`}
          role="status"
          className={isCurrent && !isEmpty && !hasMore ? 'sr-only' : 'px-1 text-small text-quiet'}
        >
          {noteText()}
        </p>
        <div id={list} role="listbox" aria-label={findTexts.hits} hidden={hits.length === 0} className="grid gap-1">
          {hits.map((hit, index) => (
            <HitRow
              key={hit.key}
              id={optionId(index)}
              hit={hit}
              elsewhere={venueElsewhere(hit)}
              zone={venue.time_zone}
              today={hit.kind === 'booking' ? dayIn(zoneOf(me, hit.booking.venue), now) : today}
              isActive={hit === active}
              isOld={!isCurrent}
              canOpen={canOpen(hit)}
              hasLetters={hasLetters}
              onChoose={() => choose(hit)}
            />
          ))}
        </div>
      </div>
    </dialog>
  );

  function venueElsewhere(hit: Hit): string | undefined {
    if (hit.kind !== 'booking' || hit.booking.venue === venue.id) return undefined;
    return allVenuesOf(me).find(({ id: other }) => other === hit.booking.venue)?.name;
  }

  function noteText(): string {
    if (text.trim() === '') return findTexts.hint;
    if (!online) return findTexts.offline;
    if (search.failure !== null) return '';
    if (!isCurrent || found === undefined) return findTexts.looking;
    if (isEmpty) return emptyText;
    return hasMore ? `${findTexts.count(count)}. ${findTexts.more}` : findTexts.count(count);
  }
}
