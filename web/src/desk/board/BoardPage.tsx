import { useParams } from '@tanstack/react-router';
import { memo, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { afterFrame } from '@/lib/after-frame';
import { dayForScreenReaders, dayIn, timeOrDateTime } from '@/lib/dates';
import { useConnection } from '@/lib/online';
import { lazyPart } from '@/lib/lazy-part';
import { scrollBehavior } from '@/lib/scroll-behavior';
import { useStore } from '@/lib/store';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { useMedia } from '@/lib/use-media';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { loadFailureOf } from '@/desk/api/load-failure';
import { may, useMe, type Me } from '@/desk/api/me';
import type { KeptBoard } from '@/desk/api/board';
import { useBoard } from '@/desk/api/use-board';
import { dropDrafts } from '@/desk/booking/note-draft';
import { submitBooking } from '@/desk/book/submit-booking';
import { useHolds } from '@/desk/book/use-holds';
import { MoveContext } from '@/desk/move/move-context';
import { useMoveSceneOf } from '@/desk/move/use-move-scene';
import { isSameSlot, readSlots, type Slot } from '@/desk/lib/slots';
import { rememberVenue, rememberZone } from '@/desk/lib/last-venue';
import { minuteOn } from '@/desk/lib/minute-on';
import type { BoardSearch } from '@/desk/lib/search';
import { useClockLead } from '@/desk/lib/use-clock-lead';
import { useServerNow } from '@/desk/lib/use-server-now';
import { OfflineStrip } from '@/desk/offline/OfflineStrip';
import { requestDraft } from './request-draft';
import type { RequestDraft } from '@/desk/written/WriteDown';
import { WrittenStrip } from './WrittenStrip';
import { neededText } from '@/desk/lib/needed-text';
import { DaySwitch } from '@/desk/layout/DaySwitch';
import { addVenueText, missingVenueText } from '@/desk/layout/missing-venue';
import { VenuePicker } from '@/desk/layout/VenuePicker';
import { deskLayoutTexts } from '@/desk/layout/texts';
import { Clock, CloseCourtsButtons, PrintLink, WalkInButton } from './BoardHead';
import { BookingForStrip } from './BookingForStrip';
import { boardLayout, type BoardModel } from '@/desk/day/board-model';
import { DayRail } from './DayRail';
import { walkInSlot } from './free-slots';
import { showsOrder } from './GridCell';
import { SearchButton } from './SearchButton';
import type { SlotChoice } from './slot-choice';
import { hourId } from './HourList';
import { LiveLine } from '@/desk/layout/LiveLine';
import { LoadedBoard, MissingBoard } from './LoadedBoard';
import { PanelLoading } from './PanelLoading';
import { boardTexts } from './texts';
import { useBoardAddress } from './use-board-address';
import { useBoardScroll, type BoardScroll } from './use-board-scroll';
import { useCloseAfterFrame } from './use-close-after-frame';
import { focusBehind, useFocusAround, type PanelContent } from './use-focus-around';
import { takeLostFocus } from '@/desk/lib/focus-once';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { useStandardDay } from './use-standard-day';

/** The panel. Its code is loaded after the first frame of the screen, so that it does not delay that frame. */
const BoardPanel = lazyPart(async () => {
  await new Promise<void>((resolve) => afterFrame(resolve));
  return (await import('./BoardPanel')).BoardPanel;
});
const WriteDown = lazyPart(async () => (await import('@/desk/written/WriteDown')).WriteDown);

type Venue = Me['venues'][number];

/** How often the board is drawn for the present time, in milliseconds. */
const STEP_MILLISECONDS = 5_000;

/** The board of a venue's day: who plays where and when, what is owed, and who is there. */
export function BoardPage() {
  useTitle(boardTexts.title);
  const { venue: id } = useParams({ from: '/v/$venue/board' });
  const me = useMe();
  if (me === undefined) return null;
  const venue = me.venues.find((one) => String(one.id) === id);
  if (venue === undefined) {
    const notOwn = me.venues.length === 0 ? addVenueText(me, boardTexts.noVenue) : boardTexts.unknownVenue;
    return <EmptyState text={missingVenueText(me, id, notOwn)} />;
  }
  return <VenueBoard key={venue.id} me={me} venue={venue} />;
}

/** Decides which day of a venue is shown, and reads its board. */
function VenueBoard({ me, venue }: { me: Me; venue: Venue }) {
  const { search, isPanelOpen } = useBoardAddress(venue.id);
  const zone = venue.time_zone;
  const clock = useClockLead();
  const { ahead } = clock;
  const now = useServerNow(ahead, STEP_MILLISECONDS);
  const today = dayIn(zone, new Date(now));
  const standard = useStandardDay(zone, now, ahead, isPanelOpen);
  const day = search.day ?? standard;
  const { query, kept, isLive } = useBoard(venue.id, day);
  clock.take(kept);
  const failure = loadFailureOf(query);
  // `isFetching` is read only after a failure: once it has been read, each request renders this component twice.
  const isTrying = failure !== null && query.isFetching;
  const { isError, dataUpdatedAt: readAt, refetch } = query;
  const reading = useMemo(
    () => ({ kept, isLive, isError, failure, isTrying, readAt, retry: () => void refetch() }),
    [kept, isLive, isError, failure, isTrying, readAt, refetch],
  );
  const shown = useDeferredChange(reading);
  return (
    <BoardScreen
      me={me}
      venue={venue}
      day={day}
      standard={standard}
      today={today}
      now={now}
      ahead={ahead}
      reading={shown}
    />
  );
}

/** What was read of a board. */
interface BoardReading {
  /** The board; undefined until there is one. */
  kept: KeptBoard | undefined;
  /** Whether changes are sent as they happen. */
  isLive: boolean;
  /** Whether the newest request has failed, its retries included. */
  isError: boolean;
  /** Why it failed, also while it waits for a network. */
  failure: Error | null;
  /** Whether it is being sent again. */
  isTrying: boolean;
  /** When the board was read, in milliseconds of this device's clock. */
  readAt: number;
  retry: () => void;
}

/** The screen of a board. An answer of the server renders it once. */
const BoardScreen = memo(function BoardScreen({
  me,
  venue,
  day,
  standard,
  today,
  now,
  ahead,
  reading,
}: {
  me: Me;
  venue: Venue;
  day: string;
  /** The day that is shown if the address names none. */
  standard: string;
  today: string;
  now: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  reading: BoardReading;
}) {
  const address = useBoardAddress(venue.id);
  const { search } = address;
  const { kept, isLive, isError, failure, isTrying, retry } = reading;
  const zone = venue.time_zone;
  const [layOut] = useState(boardLayout);
  const model = useMemo(() => (kept === undefined ? undefined : layOut(kept.board, now)), [kept, now, layOut]);
  useEffect(() => rememberVenue(venue.id), [venue.id]);
  useEffect(() => rememberZone(zone), [zone]);
  // A note that is being written is dropped with the board.
  useEffect(() => dropDrafts, []);

  const connection = useConnection();
  const online = connection === 'open';
  const off = connection === 'open' ? null : neededText(connection);
  const [draft, setDraft] = useState<RequestDraft | null>(null);
  const isPhone = useMedia('(width < 40rem)');
  const isWide = useMedia('(width >= 80rem)');
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useShortcuts(root);
  const isLoaded = model !== undefined;
  useEffect(() => {
    // The screen takes the focus once the board is there, so that its keys work from the start. A grid that appears later takes the
    // focus from here.
    if (isLoaded) takeLostFocus(root.current);
  }, [isLoaded]);

  const mayBook = may(me, 'booking.make') && !venue.is_retired;
  const book = mayBook ? search.book : undefined;
  const slots = useMemo(() => readSlots(book), [book]);
  const mayClose = may(me, 'closure.make') && !venue.is_retired;
  // Everyone who reads the board may watch a closure.
  const mode = mayClose || search.closure !== undefined ? search.mode : undefined;
  const isClosureMode = mode !== undefined && search.closure === undefined;
  const holds = useHolds(venue.id, day, book);
  const until = useMemo(
    () =>
      new Map([...holds.states].map(([key, state]) => [key, state.kind === 'held' ? state.hold.until : null] as const)),
    [holds.states],
  );
  const choice: SlotChoice | null = mayBook
    ? { slots, off, until, onToggle: toggle, onBook: () => submitBooking(root.current) }
    : null;
  function toggle(slot: Slot) {
    if (!online && !slots.some((one) => isSameSlot(one, slot))) {
      setDraft(requestDraft(model, [slot]));
      return;
    }
    holds.keeper.renew(ahead);
    address.toggleSlot(slot);
  }

  function goToDay(to: (newest: string) => string) {
    // The grid of this day is removed; the keys still work, and the next grid takes the focus from here.
    if (root.current?.querySelector('[role="grid"]')?.contains(document.activeElement)) root.current.focus();
    address.goToDay((newest) => dayInAddress(to(newest ?? standard)), scene.move.moving !== null);
  }
  /** A day as the address has it: today is absent, unless the panel keeps the day before as the standard one. */
  function dayInAddress(to: string): string | undefined {
    return to === today && standard === today ? undefined : to;
  }
  const scene = useMoveSceneOf({
    me,
    venue,
    day,
    ahead,
    model,
    isPhone,
    address,
    onDay: goToDay,
    onSlots: (hours, of) => (of === day ? address.setSlots(hours) : address.setSlotsOf(dayInAddress(of), hours)),
  });

  const nowColumn = model?.nowColumn ?? -1;
  const start = firstColumn(model, search);
  const view = { start, isStandard: search.hour === undefined, isGrid: !isPhone };
  const scroll = useBoardScroll(model, `${venue.id} ${day}`, view, (column, most) => {
    const standardColumn = Math.min(most, Math.max(0, nowColumn - 1));
    const hour = column === standardColumn ? undefined : model?.columns[column]?.minute;
    if (hour !== search.hour) address.setFirstHour(hour);
  });
  function goToNow() {
    if (day !== today) goToDay(() => today);
    else if (isPhone) goToHour(model, nowColumn);
    else scroll.show(Math.max(0, nowColumn - 1), true);
  }

  const canWalkIn =
    mayBook && !isClosureMode && day === today && !isPhone && model !== undefined && model.columns.length > 0;
  function walkIn() {
    // The slots of a booking that is being made stay.
    if (slots.length > 0) return;
    const slot = model === undefined ? null : walkInSlot(model);
    if (slot === null) toast.info(boardTexts.noneNow);
    else address.setSlots([slot]);
  }

  // A wrong text in the address chooses no slot.
  const content: PanelContent = { open: search.open, book: slots.length === 0 ? undefined : book, mode };
  const panelFrame = useRef<HTMLDivElement>(null);
  const closeAfterFrame = useCloseAfterFrame(panelFrame, content, address.close);
  function close() {
    focusBehind(root.current, content);
    closeAfterFrame();
  }

  const nowMinute = minuteOn(day, zone, now);
  const [isPanelLoaded, setIsPanelLoaded] = useState(false);
  const newestPanel = {
    content,
    element: (
      <Suspense fallback={!isEmpty(content) && <PanelLoading isBeside={isWide} onClose={close} />}>
        <BoardPanel
          me={me}
          venue={venue}
          day={day}
          now={now}
          ahead={ahead}
          board={kept?.board}
          model={model}
          open={search.open}
          mode={mode}
          slots={slots}
          holds={holds}
          isPhone={isPhone}
          isWide={isWide}
          heading={heading}
          address={address}
          onClose={close}
          onLoaded={() => setIsPanelLoaded(true)}
          onWriteDown={(typed) => setDraft({ ...requestDraft(model, slots), ...typed })}
        />
      </Suspense>
    ),
  };
  const panel = useDeferredPanel(newestPanel);
  useFocusAround(root, isPanelLoaded ? heading : null, panel.content, isWide);
  const isPanelShown = !isEmpty(panel.content);
  // Beside a panel the screen has to be wider to leave the head of the board room for words.
  const hasRoom = useMedia(isPanelShown ? '(width >= 90rem)' : '(width >= 80rem)');
  // Upright tablets have room for few words in the head, and small ones for icons alone.
  const isUpright = useMedia('(width < 60rem)');
  const isSmall = useMedia('(width < 48rem)');
  const hasPrint = useMedia('(width >= 50rem)');
  const isTight = isUpright || (isWide && !hasRoom);
  const closeCourtsButtons = (
    <CloseCourtsButtons
      mode={isClosureMode ? mode : undefined}
      isNarrow={isTight}
      onCloseCourts={address.toggleClosurePanel}
    />
  );
  const readAt = new Date((kept?.keptAt ?? reading.readAt) + ahead);
  const asOf = timeOrDateTime(readAt.toISOString(), zone, now);
  const keptAsOf = kept?.keptAt === undefined ? null : asOf;
  return (
    <MoveContext value={scene}>
      <div ref={root} data-board="" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
        <div
          inert={isPhone && isPanelShown}
          className="flex min-h-0 min-w-0 flex-1 flex-col px-4 max-[40rem]:overflow-y-auto min-[40rem]:px-3.5"
        >
          <h1 className="sr-only">{`${boardTexts.title}, ${venue.name}, ${dayForScreenReaders(day)}`}</h1>
          <div className="flex shrink-0 items-center gap-x-5 py-2.5 max-lg:gap-x-3 max-[40rem]:gap-x-2">
            <VenuePicker venues={me.venues} venue={venue} onVenue={address.goToVenue} />
            <DaySwitch day={day} today={today} onDay={goToDay} />
            {may(me, 'player.find') && <SearchButton isWide={hasRoom} />}
            {!isPhone && (
              <>
                {hasPrint && <PrintLink venue={venue.id} day={day} />}
                <div className="ml-auto text-[.78125rem]">
                  {/* Without a network a narrow head has no room for this line; the strip below says the same. */}
                  {isWide && (online || hasRoom) && <LiveLine isLive={isLive} keptAsOf={keptAsOf} />}
                </div>
              </>
            )}
            {mayClose && !isPhone && closeCourtsButtons}
            {canWalkIn && (
              <WalkInButton off={off} room={isSmall ? 'icon' : isTight ? 'text' : 'text and key'} onWalkIn={walkIn} />
            )}
          </div>
          <OfflineStrip asOf={kept === undefined ? null : asOf} mayWrite={mayBook && !isClosureMode} />
          {venue.is_retired && (
            <div className="pb-2.5">
              <Notice tight>{boardTexts.retired}</Notice>
            </div>
          )}
          <WrittenStrip me={me} />
          {mayBook && slots.length === 0 && <BookingForStrip />}
          <div className="flex shrink-0 items-center gap-5 pb-2.5 max-[40rem]:flex-wrap max-[40rem]:gap-y-2 [@media(height<30rem)]:hidden">
            <Clock now={now} zone={zone} model={day === today ? model : undefined} onNow={goToNow} />
            {!isWide && (
              <div className={`text-[.78125rem] ${isPhone ? 'ml-auto' : 'max-w-32'}`}>
                {/* On phones there is no room for it beside the buttons, and the strip above says the same. */}
                {(online || !isPhone) && <LiveLine isLive={isLive} keptAsOf={keptAsOf} />}
              </div>
            )}
            {mayClose && isPhone && closeCourtsButtons}
            {model !== undefined && model.columns.length > 0 && (
              <HoursInView model={model} isPhone={isPhone} scroll={scroll} />
            )}
          </div>
          {kept === undefined || model === undefined ? (
            <MissingBoard failure={failure} isBusy={isTrying} onRetry={retry} />
          ) : (
            <>
              {isError && online && (
                <div className="pb-2.5">
                  <LoadFailure
                    title={boardTexts.staleTitle}
                    message={deskLayoutTexts.asOf(asOf)}
                    retryLabel={boardTexts.retry}
                    isBusy={isTrying}
                    onRetry={retry}
                    strip
                  />
                </div>
              )}
              <LoadedBoard
                board={kept.board}
                model={model}
                firstColumn={start}
                now={now}
                ahead={ahead}
                zone={zone}
                isPhone={isPhone}
                open={search.open}
                choice={choice}
                canWalkIn={canWalkIn}
                scroll={scroll}
                heading={heading}
                closureMode={isClosureMode ? { nowMinute } : null}
                onOpen={address.open}
                onClosure={address.watch}
              />
            </>
          )}
        </div>
        <div ref={panelFrame} className="board-panel contents">
          {panel.element}
        </div>
        {draft !== null && (
          <Suspense>
            <WriteDown
              me={me}
              venue={venue.id}
              day={day}
              draft={draft}
              onSaved={() => {
                setDraft(null);
                // What was being booked is written down; an opened booking stays, and a new one of other slots.
                if (slots.some((slot) => draft.slots.some((one) => isSameSlot(one, slot)))) close();
              }}
              onClose={() => setDraft(null)}
            />
          </Suspense>
        )}
      </div>
    </MoveContext>
  );
});

/**
 * The newest reading. If it only changes the board that is shown, it is drawn without delaying a key or a press that comes
 * meanwhile; the board of another day or venue, and the one in place of a kept board, is drawn at once.
 */
function useDeferredChange(newest: BoardReading): BoardReading {
  const deferred = useDeferredValue(newest);
  const isSame =
    newest.kept !== undefined &&
    deferred.kept?.board.day === newest.kept.board.day &&
    deferred.kept.board.venue === newest.kept.board.venue &&
    deferred.kept.keptAt === newest.kept.keptAt;
  return isSame ? deferred : newest;
}

/** The panel, and what it shows. */
interface Panel {
  content: PanelContent;
  element: ReactNode;
}

/**
 * The panel to draw. If only a booking is opened, its cell answers the key or press in the first frame, and the panel follows. A
 * panel in which the clerk types at once takes the keys that follow, so it is rendered in the first frame.
 */
function useDeferredPanel(newest: Panel): Panel {
  const deferred = useDeferredValue(newest);
  const { open, book, mode } = newest.content;
  return open !== undefined && book === undefined && mode === undefined ? deferred : newest;
}

const isEmpty = ({ open, book, mode }: PanelContent) => open === undefined && book === undefined && mode === undefined;

/** The rail of the day, which alone is rendered again while the grid is scrolled. */
function HoursInView({ model, isPhone, scroll }: { model: BoardModel; isPhone: boolean; scroll: BoardScroll }) {
  const view = useStore(scroll.view);
  return (
    <DayRail
      model={model}
      courts={model.rows.length}
      view={isPhone ? { from: Math.max(0, model.nowColumn), count: 1 } : view}
      onView={(from, smooth) => {
        if (isPhone) goToHour(model, Math.round(from));
        else scroll.show(from, smooth);
      }}
    />
  );
}

function goToHour(model: BoardModel | undefined, column: number): void {
  const minute = model?.columns[column]?.minute;
  if (minute !== undefined) document.getElementById(hourId(minute))?.scrollIntoView({ behavior: scrollBehavior() });
}

/** The first column to show: the one in the address, else before the opened booking, else the hour before now. */
function firstColumn(model: BoardModel | undefined, { hour, open }: BoardSearch): number {
  if (model === undefined) return 0;
  if (hour !== undefined) {
    const named = model.columns.findIndex(({ minute }) => minute >= hour);
    return named < 0 ? model.columns.length - 1 : named;
  }
  const opened = model.rows.flatMap(({ cells }) => cells).find((cell) => showsOrder(cell, open));
  return Math.max(0, (opened?.column ?? model.nowColumn) - 1);
}
