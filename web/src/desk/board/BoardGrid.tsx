import {
  memo,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import { lazyPart } from '@/lib/lazy-part';
import { CourtTile } from '@/ui/CourtTile';
import { isSameSlot, slotKey, type Slot } from '@/desk/lib/slots';
import { cellAt, elapsedPart, type BoardModel, type Cell, type Column, type Row } from '@/desk/day/board-model';
import { canChangeLength } from '@/desk/move/edge';
import { useMoveScene } from '@/desk/move/move-context';
import { shortTime } from '@/desk/day/cell-text';
import { isBookable, slotOf } from './free-slots';
import { closureOf, GridCell, orderOf, showsOrder, showsTime, type BookHint, type CellActions } from './GridCell';
import { isGridKey, nextPlace, type Place } from './grid-focus';
import { hoursInView, isInView, type Hours } from './hours-in-view';
import { openPart } from '@/desk/lib/part-translations';
import { pressShortcut } from '@/desk/lib/press-shortcut';
import { isPressedAgain } from '@/lib/pressed-again';
import { isChosen, type SlotChoice } from './slot-choice';
import { useAfterFirstFrame } from '@/desk/lib/use-after-first-frame';
import { boardTexts } from './texts';

const openClosingRow = () => openPart(() => import('@/desk/close-courts/ClosingRow'), 'close-courts');
const ClosingToggle = lazyPart(async () => (await openClosingRow()).ClosingToggle);
const ClosingCover = lazyPart(async () => (await openClosingRow()).ClosingCover);

export interface BoardGridProps {
  model: BoardModel;
  /** The column that the grid is scrolled to at first. */
  firstColumn: number;
  label: string;
  now: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  zone: string;
  /** The order number of the opened booking. */
  open: string | undefined;
  /** The slots that are being booked; null if the person who is signed in may not book here. */
  choice: SlotChoice | null;
  /** Keys of the cells that have just changed. */
  changed: ReadonlySet<string>;
  scroller: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  onOpen: (order: string) => void;
  onClosure: (closure: string) => void;
  /** Set while courts are chosen to be closed, else null. `nowMinute` is the `minuteOn` of the day. */
  closureMode: { nowMinute: number | null } | null;
  /** Moves the focus into the panel of the opened booking when its cell is pressed. */
  onEnter: () => void;
}

/** The courts of a day as rows and its hours as columns: a grid with one tab stop, in which the arrows move. */
export function BoardGrid(props: BoardGridProps) {
  const { model, label, open, choice, scroller, now } = props;
  const { columns, groups, rows } = model;
  const [hovered, setHovered] = useState<string | null>(null);
  const [wanted, setPlace] = useState<Place>(
    () => placeOf(rows, open, choice?.slots[0]) ?? { row: 0, column: Math.max(0, model.nowColumn) },
  );
  const place = placeWithin(model, wanted);
  // The first frame has only the hours in view, without what hovering shows; the rest is rendered after it.
  const [inView] = useState(() => hoursInView(props.firstColumn, columns.length, window.innerWidth));
  const isWhole = useAfterFirstFrame();
  const moved = useRef(false);
  const hadFocus = useRef(false);

  // A focused cell stays focused when its hour gets another content, although it may be another element.
  const at = keyOf(rows, place);
  useLayoutEffect(() => {
    const grid = scroller.current;
    // If a focused element is removed, the body has the focus, and no event says so.
    const isLost = hadFocus.current && document.activeElement === document.body;
    // The grid shows another day, and the frame of the board kept the focus for it.
    const isHandedOver = document.activeElement instanceof HTMLElement && 'board' in document.activeElement.dataset;
    if (grid === null || !(moved.current || isLost || isHandedOver)) return;
    const cell = grid.querySelector<HTMLElement>('[data-at][tabindex="0"]');
    if (cell === null) return;
    cell.focus({ preventScroll: true });
    if (moved.current) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    moved.current = false;
  }, [at, wanted, label, scroller]);

  const actions = useCellActions(props, setPlace);
  const scene = useMoveScene();

  // The tab stop goes to a booking that is opened by an address or in the panel, and to the first slot of a new one; a
  // change of the board does not move it.
  const shown = open ?? (choice !== null && choice.slots.length > 0 ? 'new' : undefined);
  const [followed, setFollowed] = useState(shown);
  if (followed !== shown) {
    setFollowed(shown);
    setPlace(placeOf(rows, open, choice?.slots[0]) ?? place);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // A key that is held down would open a booking and at once do what its panel proposes.
      const isDone = event.repeat || (isOpened(event.target, open) && pressShortcut('Enter'));
      if (isDone) event.preventDefault();
      return;
    }
    if (event.altKey || event.metaKey || !isGridKey(event.key)) return;
    event.preventDefault();
    moved.current = true;
    setPlace(nextPlace(rows, columns.length, placeOfFocus(rows, event.target, place), event.key, event.ctrlKey));
  }

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      data-whole={isWhole ? '' : undefined}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      onKeyDown={onKeyDown}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        hadFocus.current = !event.target.isConnected;
      }}
      onScroll={props.onScroll}
      onPointerOver={(event) => {
        const group = event.target instanceof Element ? event.target.closest('[data-group]') : null;
        setHovered(group?.getAttribute('data-group') ?? null);
      }}
      onPointerLeave={() => setHovered(null)}
      className="board relative isolate min-h-0 flex-1 overflow-auto overscroll-contain rounded-lg border border-line bg-card"
    >
      <div className="board-sheet" style={sheetSize(model)}>
        <Heads columns={columns} hours={isWhole ? null : inView} />
        <div className="relative">
          {groups.map((group) => (
            <div key={group.type} role="rowgroup" aria-label={boardTexts.groups[group.type]} className="contents">
              {groups.length > 1 && (
                <div aria-hidden="true" className="flex h-(--group-head) items-center border-t border-line bg-raised">
                  <span className="sticky left-0 px-3 text-[.6875rem] font-bold text-quiet">
                    {boardTexts.groups[group.type]}
                  </span>
                </div>
              )}
              {group.rows.map((row) => (
                <CourtRow
                  key={row.court.id}
                  row={row}
                  index={rows.indexOf(row)}
                  stop={rows[place.row] === row ? place.column : null}
                  open={row.cells.some((cell) => showsOrder(cell, open)) ? open : undefined}
                  hovered={hovered}
                  hours={isWhole ? null : inView}
                  model={props.closureMode === null ? null : model}
                  now={now}
                  ahead={props.ahead}
                  zone={props.zone}
                  changed={row.cells.some(({ key }) => props.changed.has(key)) ? props.changed : NONE_CHANGED}
                  mayBook={choice !== null}
                  slots={choice?.slots ?? NO_SLOTS}
                  off={choice?.off ?? null}
                  until={choice?.until ?? NO_ENDS}
                  mayExtend={scene?.mayExtend === true && scene.off === null}
                  closureMode={props.closureMode}
                  actions={actions}
                />
              ))}
            </div>
          ))}
          <NowLine model={model} now={now} zone={props.zone} />
        </div>
      </div>
    </div>
  );
}

/** What the sizes of the board are computed from (board.css). */
function sheetSize({ columns, rows, groups }: BoardModel): CSSProperties {
  return {
    '--columns': columns.length,
    '--rows': rows.length,
    '--group-heads': groups.length > 1 ? groups.length : 0,
  } as CSSProperties;
}

/** Whether an element is the cell of the opened booking. */
function isOpened(target: EventTarget, open: string | undefined): boolean {
  const orders = target instanceof Element ? target.closest('[data-orders]')?.getAttribute('data-orders') : null;
  return open !== undefined && orders?.split(' ').includes(open) === true;
}

/** The place of a booking or a slot; null if it is not on this board. */
function placeOf(rows: readonly Row[], order: string | undefined, slot: Slot | undefined): Place | null {
  for (const [row, { cells }] of rows.entries()) {
    const cell = cells.find((one) => showsOrder(one, order) || (slot !== undefined && isSameSlot(slotOf(one), slot)));
    if (cell !== undefined) return { row, column: cell.column };
  }
  return null;
}

/** The place, or the nearest one on this board: another day may have fewer hours, and a court may be retired. */
function placeWithin({ rows, columns }: BoardModel, { row, column }: Place): Place {
  return { row: Math.min(row, rows.length - 1), column: Math.min(column, columns.length - 1) };
}

/** The place of the cell with the focus: a booking that was moved keeps the focus, and `place` is still where it was. */
function placeOfFocus(rows: readonly Row[], target: EventTarget, place: Place): Place {
  const focused = target instanceof Element ? target.closest<HTMLElement>('[data-at]')?.dataset['at'] : undefined;
  if (focused === undefined || focused === keyOf(rows, place)) return place;
  const row = rows.findIndex(({ cells }) => cells.some(({ key }) => key === focused));
  const cell = rows[row]?.cells.find(({ key }) => key === focused);
  return cell === undefined ? place : { row, column: cell.column };
}

function keyOf(rows: readonly Row[], { row, column }: Place): string | undefined {
  return cellAt(rows[row], column)?.key;
}

function Heads({ columns, hours }: { columns: readonly Column[]; hours: Hours | null }) {
  return (
    <div role="row" className="board-row sticky top-0 z-30 h-(--hours-head) bg-card">
      <div role="columnheader" className="board-head sticky left-0 z-10 border-r border-line bg-card">
        <span className="sr-only">{boardTexts.courts}</span>
      </div>
      {columns.map((column, index) => (
        // Out of view, the first frame has an empty head, which keeps the place of the hour.
        <div
          key={column.minute}
          role="columnheader"
          className="flex snap-start items-baseline gap-1.5 self-center px-2.5 whitespace-nowrap"
        >
          {isInView(index, 1, hours) && (
            <>
              <span className={`display text-h4 ${column.phase === 'past' ? 'text-quiet' : ''}`}>
                {hourText(column.minute)}
              </span>
              <HeadNote column={column} />
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** Says that an hour is over, or how many courts can still be sold; nothing if it is not for sale. */
function HeadNote({ column: { phase, free, isPriced } }: { column: Column }) {
  if (phase === 'past') return <span className="text-[.71875rem] text-quiet">{boardTexts.over}</span>;
  if (!isPriced) return null;
  if (free === 0) return <span className="text-[.71875rem] text-quiet">{boardTexts.full}</span>;
  if (phase === 'now') return <span className="text-[.71875rem] font-bold text-good">{boardTexts.freeNow(free)}</span>;
  return <span className="text-[.71875rem] text-quiet">{boardTexts.free(free)}</span>;
}

/** The line at the present time, over free cells and behind the others: it is visible in the gaps between these. */
function NowLine({ model, now, zone }: { model: BoardModel; now: number; zone: string }) {
  const column = model.columns[model.nowColumn];
  if (column === undefined) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 z-10 w-0.5 bg-ink"
      style={{ left: `calc(var(--head) + var(--hour) * ${(model.nowColumn + elapsedPart(column, now)).toFixed(4)})` }}
    >
      {/* The label is on the row with a group's name; without groups a cell would be behind it. */}
      {model.groups.length > 1 && (
        <span className="figures absolute top-0.5 left-px -translate-x-1/2 rounded-full bg-ink px-1.5 text-[.65625rem] leading-4 font-bold text-paper">
          {shortTime(new Date(now).toISOString(), zone)}
        </span>
      )}
    </div>
  );
}

/** The handlers of the cells, which read the newest props when they are called. */
function useCellActions(props: BoardGridProps, setTabStop: CellActions['setTabStop']): CellActions {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [actions] = useState<CellActions>(() => ({
    press: (cell, event) => {
      const { closureMode, choice, open, onEnter, onOpen, onClosure } = latest.current;
      // While courts are chosen to be closed, that mode has the keys; the cell stays the same element, so it keeps the focus.
      if (closureMode !== null) return;
      const canBook = choice !== null && isBookable(cell);
      // The second press of a double click would take the slot out again.
      if (canBook && isPressedAgain(event)) return;
      const order = orderOf(cell);
      const closure = closureOf(cell);
      if (canBook) choice.onToggle(slotOf(cell));
      else if (showsOrder(cell, open)) onEnter();
      else if (order !== null) onOpen(order);
      else if (closure !== null) onClosure(closure);
    },
    book: () => latest.current.choice?.onBook(),
    setTabStop,
  }));
  return actions;
}

/**
 * What a row shows. Unless courts are chosen to be closed, none of it is a new object in each render, so that a row that shows the
 * same is not rendered again.
 */
interface CourtRowProps extends Pick<BoardGridProps, 'now' | 'ahead' | 'zone' | 'open' | 'changed' | 'closureMode'> {
  row: Row;
  index: number;
  /** The column of the grid's tab stop, if it is in this row. */
  stop: number | null;
  /** The group whose parts are marked. */
  hovered: string | null;
  /** The hours whose cells are rendered; null for all. */
  hours: Hours | null;
  /** Whether the person who is signed in may book here; the next three are those of their `SlotChoice`. */
  mayBook: boolean;
  slots: SlotChoice['slots'];
  off: SlotChoice['off'];
  until: SlotChoice['until'];
  mayExtend: boolean;
  /** The board while courts are chosen to be closed, else null: it is another object after each change and each step of `now`. */
  model: BoardModel | null;
  actions: CellActions;
}

const NONE_CHANGED: ReadonlySet<string> = new Set();
const NO_SLOTS: SlotChoice['slots'] = [];
const NO_ENDS: SlotChoice['until'] = new Map();

const CourtRow = memo(function CourtRow(props: CourtRowProps) {
  const { row, index, stop, model, closureMode, slots, off, until, now, open, hovered, hours } = props;
  const { court } = row;
  const choice = props.mayBook ? { slots, off } : null;
  return (
    <div role="row" aria-rowindex={index + 2} className="board-row h-(--row)">
      <CourtHead court={court} isClosureMode={closureMode !== null} />
      {row.cells.map((cell) => {
        const isOwn = isChosen(cell, choice);
        const isStop = stop !== null && cellAt(row, stop) === cell;
        // The grid always has its tab stop.
        if (!isInView(cell.column, cell.span, hours) && !isStop) return null;
        return (
          <GridCell
            key={cell.key}
            cell={cell}
            index={index}
            now={showsTime(cell) ? now : cell.startsAt}
            ahead={props.ahead}
            zone={props.zone}
            isStop={isStop}
            isOpen={showsOrder(cell, open)}
            isMarked={hovered !== null && cell.kind === 'booking' && cell.part?.group === hovered}
            isChanged={props.changed.has(cell.key)}
            isOwn={isOwn}
            until={(isOwn && until.get(slotKey(slotOf(cell)))) || null}
            book={bookHint(cell, choice)}
            off={off}
            hasChosen={slots.length > 0}
            isFirstFrame={hours !== null}
            hasEdge={props.mayExtend && canChangeLength(cell)}
            isClosureMode={closureMode !== null}
            actions={props.actions}
          />
        );
      })}
      {closureMode !== null && model !== null && (
        <Suspense>
          <ClosingCover court={court} model={model} nowMinute={closureMode.nowMinute} />
        </Suspense>
      )}
    </div>
  );
});

/** The effect of a press on a cell; null if it books nothing. */
function bookHint(cell: Cell, choice: Pick<SlotChoice, 'slots' | 'off'> | null): BookHint | null {
  if (choice === null || !isBookable(cell)) return null;
  if (choice.off !== null) return 'write';
  return choice.slots.length === 0 ? 'new' : 'add';
}

const CourtHead = memo(function CourtHead({ court, isClosureMode }: { court: Row['court']; isClosureMode: boolean }) {
  const tile = <CourtTile number={court.number} type={courtKind(court.type)} className="w-11" />;
  return (
    <div
      role="rowheader"
      className="board-head sticky left-0 z-20 grid place-items-center border-t border-r border-line bg-card"
    >
      {isClosureMode ? (
        <Suspense fallback={tile}>
          <ClosingToggle court={court} />
        </Suspense>
      ) : (
        tile
      )}
      <span className="sr-only">{courtName(court.name)}</span>
    </div>
  );
});
