import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { failureMessage } from '@/api/failure-message';
import { dayForScreenReaders, dayIn, minutesIn, timeText } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { useTitle } from '@/lib/title';
import { useMedia } from '@/lib/use-media';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { BoardBooking, KeptBoard } from '@/desk/api/board';
import { may, useMe, type Me } from '@/desk/api/me';
import { useBoard } from '@/desk/api/use-board';
import { BookingPanel } from '@/desk/booking/BookingPanel';
import { rememberVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import { smoothly } from '@/desk/lib/scroll-behavior';
import type { BoardSearch } from '@/desk/lib/search';
import { useServerNow } from '@/desk/lib/use-server-now';
import { BoardGrid } from './BoardGrid';
import { Clock, DaySwitch, VenuePicker } from './BoardHead';
import { boardModel, type BoardModel, type Cancelled, type Cell } from './board-model';
import { BookingSheet } from './BookingSheet';
import { spokenCell } from './cell-words';
import { DayRail } from './DayRail';
import { hourId, HourList } from './HourList';
import { KeyHints, LiveLine } from './LiveLine';
import { boardTexts } from './texts';
import { useBoardChanges } from './use-board-changes';
import { useBoardScroll, type BoardScroll } from './use-board-scroll';
import { useShortcuts } from './use-shortcuts';

type Venue = Me['venues'][number];

/** The board moves on by itself this often, in milliseconds. */
const STEP_MILLISECONDS = 5_000;
/** Changes that are announced one by one; more are counted. */
const MOST_ANNOUNCED = 3;

/** The day board of a venue: who plays where and when, what is owed, and who is there. */
export function BoardPage() {
  useTitle(boardTexts.title);
  const { venue: id } = useParams({ from: '/v/$venue/board' });
  const me = useMe();
  if (me === undefined) return null;
  const venue = me.venues.find((one) => String(one.id) === id);
  if (venue === undefined) {
    return <EmptyState text={me.venues.length === 0 ? boardTexts.noVenue : boardTexts.unknownVenue} />;
  }
  return <VenueBoard key={venue.id} me={me} venue={venue} />;
}

function VenueBoard({ me, venue }: { me: Me; venue: Venue }) {
  const navigate = useNavigate();
  const search = useSearch({ from: '/v/$venue/board' });
  const zone = venue.time_zone;
  const [ahead, setAhead] = useState(0);
  const now = useServerNow(ahead, STEP_MILLISECONDS);
  const today = dayIn(zone, new Date(now));
  const day = search.day ?? today;
  const { query, live } = useBoard(venue.id, day);
  const kept = query.data;
  if (kept !== undefined && kept.ahead !== ahead) setAhead(kept.ahead);
  const model = useMemo(() => (kept === undefined ? undefined : boardModel(kept.board, now)), [kept, now]);
  useEffect(() => rememberVenue(venue.id), [venue.id]);

  const online = useOnline();
  const isPhone = useMedia('(width < 40rem)');
  const isWide = useMedia('(width >= 80rem)');
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useShortcuts(root);

  function change(changes: BoardSearch, replace: boolean) {
    const after = (before: BoardSearch) => ({ ...before, ...changes });
    return navigate({ ...paths.board(venue.id), search: after, replace, resetScroll: false });
  }
  function goToDay(to: string) {
    // The grid of this day goes; the keys work on, and the next grid takes the focus from here.
    if (root.current?.querySelector('[role="grid"]')?.contains(document.activeElement)) root.current.focus();
    void change({ day: to === today ? undefined : to, hour: undefined, open: undefined }, false);
  }
  function open(order: string) {
    // One step back closes the panel, whatever was opened in it.
    void change({ open: order }, search.open !== undefined);
  }
  function close() {
    void change({ open: undefined }, true);
  }

  const nowColumn = model?.nowColumn ?? -1;
  const start = { start: firstColumn(model, search), isStandard: search.hour === undefined };
  const scroll = useBoardScroll(model, `${venue.id} ${day}`, start, (column, most) => {
    const standard = Math.min(most, Math.max(0, nowColumn - 1));
    const hour = column === standard ? undefined : model?.columns[column]?.minute;
    if (hour !== search.hour) void change({ hour }, true);
  });
  function goToNow() {
    if (day !== today) goToDay(today);
    else if (isPhone) goToHour(model, nowColumn);
    else scroll.show(Math.max(0, nowColumn - 1), true);
  }

  useFocusAround(root, heading, search.open, isWide);
  const asOf = timeText(minutesIn(zone, new Date(query.dataUpdatedAt + ahead)));
  const opened = partsOf(model, search.open);
  return (
    <div ref={root} data-board="" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1">
      <div
        inert={isPhone && search.open !== undefined}
        className="flex min-h-0 min-w-0 flex-1 flex-col px-4 max-[40rem]:overflow-y-auto min-[40rem]:px-3.5"
      >
        <h1 className="sr-only">{`${boardTexts.title}, ${venue.name}, ${dayForScreenReaders(day)}`}</h1>
        <div className="flex shrink-0 items-center gap-x-5 py-2.5 max-[40rem]:gap-x-2">
          <VenuePicker
            venues={me.venues}
            venue={venue}
            onVenue={(other) => void navigate(paths.board(other, search.day === undefined ? {} : { day: search.day }))}
          />
          <DaySwitch day={day} today={today} onDay={goToDay} />
          {!isPhone && (
            <div className="ml-auto text-[.78125rem]">
              <LiveLine live={live} online={online} />
            </div>
          )}
        </div>
        {!online && <OfflineStrip asOf={asOf} />}
        <div className="flex shrink-0 items-center gap-5 pb-2.5 max-[40rem]:flex-wrap max-[40rem]:gap-y-2 [@media(height<30rem)]:hidden">
          <Clock now={now} zone={zone} model={day === today ? model : undefined} onNow={goToNow} />
          {isPhone && (
            <div className="ml-auto text-[.78125rem]">
              <LiveLine live={live} online={online} />
            </div>
          )}
          {model !== undefined && model.columns.length > 0 && (
            <DayRail
              model={model}
              courts={model.rows.length}
              view={isPhone ? { from: Math.max(0, nowColumn), count: 1 } : scroll.view}
              onView={(from, smooth) => {
                if (isPhone) goToHour(model, Math.round(from));
                else scroll.show(from, smooth);
              }}
            />
          )}
        </div>
        {kept === undefined || model === undefined ? (
          <MissingBoard failure={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <>
            {query.isError && online && (
              <div className="pb-2.5">
                <LoadFailure
                  title={boardTexts.staleTitle}
                  message={boardTexts.asOf(asOf)}
                  retryLabel={boardTexts.retry}
                  busy={query.isFetching}
                  onRetry={() => void query.refetch()}
                  strip
                />
              </div>
            )}
            <LoadedBoard
              kept={kept}
              model={model}
              now={now}
              zone={zone}
              isPhone={isPhone}
              open={search.open}
              scroll={scroll}
              heading={heading}
              onOpen={open}
            />
          </>
        )}
      </div>
      {search.open !== undefined && (
        <BookingSheet beside={isWide} onClose={close}>
          <BookingPanel
            key={search.open}
            order={search.open}
            parts={opened.parts}
            cancelled={opened.cancelled}
            zone={zone}
            now={now}
            mayMark={may(me, 'attendance.mark')}
            heading={heading}
            onClose={close}
            onOpen={open}
          />
        </BookingSheet>
      )}
    </div>
  );
}

function goToHour(model: BoardModel | undefined, column: number): void {
  const minute = model?.columns[column]?.minute;
  if (minute !== undefined) document.getElementById(hourId(minute))?.scrollIntoView({ behavior: smoothly() });
}

/** The first column to show: the one in the address, else before the opened booking, else the hour before now. */
function firstColumn(model: BoardModel | undefined, { hour, open }: BoardSearch): number {
  if (model === undefined) return 0;
  if (hour !== undefined) {
    const named = model.columns.findIndex(({ minute }) => minute >= hour);
    return named < 0 ? model.columns.length - 1 : named;
  }
  const opened = model.rows.flatMap(({ cells }) => cells).find((cell) => hasOrder(cell, open));
  return Math.max(0, (opened?.column ?? model.nowColumn) - 1);
}

function hasOrder(cell: Cell, order: string | undefined): boolean {
  return cell.kind === 'booking' && cell.bookings.some((booking) => booking.order === order);
}

/** What the board knows of the opened order: the hours of its bar, and what was cancelled in their place. */
function partsOf(
  model: BoardModel | undefined,
  open: string | undefined,
): { parts: readonly BoardBooking[]; cancelled: readonly Cancelled[] } {
  const cell = model?.rows.flatMap(({ cells }) => cells).find((one) => hasOrder(one, open));
  return { parts: cell?.kind === 'booking' ? cell.bookings : [], cancelled: cell?.cancelled ?? [] };
}

/** Moves the focus into a sheet that covers the board, and back to the booking's cell when the panel is closed. */
function useFocusAround(
  root: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  open: string | undefined,
  beside: boolean,
): void {
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = open;
    if (open !== undefined) {
      if (!beside && last === undefined) heading.current?.focus({ preventScroll: true });
      return;
    }
    if (last === undefined || document.activeElement !== document.body) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-orders~="${last}"]`);
    cell?.focus({ preventScroll: true });
  }, [open, beside, root, heading]);
}

function OfflineStrip({ asOf }: { asOf: string }) {
  return (
    <div className="pb-2.5">
      <Notice tone="warn" tight live title={`${boardTexts.offline}, ${boardTexts.asOf(asOf)}`} />
    </div>
  );
}

function MissingBoard({ failure, busy, onRetry }: { failure: Error | null; busy: boolean; onRetry: () => void }) {
  if (failure !== null) {
    return (
      <LoadFailure
        title={boardTexts.failedTitle}
        message={failureMessage(failure)}
        retryLabel={boardTexts.retry}
        busy={busy}
        onRetry={onRetry}
      />
    );
  }
  return (
    <Loading label={boardTexts.loading}>
      <div className="grid gap-1.5 pb-4">
        {Array.from({ length: 12 }, (_, row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </div>
    </Loading>
  );
}

function LoadedBoard({
  kept: { board, ahead },
  model,
  now,
  zone,
  isPhone,
  open,
  scroll,
  heading,
  onOpen,
}: {
  kept: KeptBoard;
  model: BoardModel;
  now: number;
  zone: string;
  isPhone: boolean;
  open: string | undefined;
  scroll: BoardScroll;
  heading: RefObject<HTMLElement | null>;
  onOpen: (order: string) => void;
}) {
  const cells = useMemo(() => model.rows.flatMap((row) => row.cells), [model]);
  const { changed, announcement } = useBoardChanges(board, cells, (news) =>
    news.length > MOST_ANNOUNCED
      ? boardTexts.changedMany(news.length)
      : news.map((cell) => boardTexts.changedOne(spokenCell(cell, { now, zone, selected: false }))).join(' '),
  );
  const day = dayForScreenReaders(board.day);
  if (model.rows.length === 0) return <EmptyState text={boardTexts.noCourts} />;
  if (model.columns.length === 0) return <EmptyState text={boardTexts.noHours(day)} />;
  const shared = { model, now, ahead, zone, open, changed, onOpen };
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {!model.hasBookings && (
        <div className="pb-2.5">
          <Notice tight>
            {model.forSale > 0 ? boardTexts.noBookings(day, model.forSale) : boardTexts.noneThen(day)}
          </Notice>
        </div>
      )}
      {isPhone ? (
        <HourList {...shared} />
      ) : (
        <>
          <BoardGrid
            {...shared}
            label={boardTexts.grid(day)}
            scroller={scroll.scroller}
            onScroll={scroll.onScroll}
            onEnter={() => heading.current?.focus()}
          />
          <div className="flex min-h-10 shrink-0 items-center text-[.78125rem] text-quiet max-lg:min-h-2.5 [@media(height<49rem)]:min-h-2.5 [@media(height<49rem)]:*:hidden">
            <KeyHints
              keys={[
                ['↵', boardTexts.keys.open],
                ['[ ]', boardTexts.keys.days],
                ['.', boardTexts.keys.now],
              ]}
            />
          </div>
        </>
      )}
    </>
  );
}
