import { useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type RefObject } from 'react';
import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import { CourtTile } from '@/ui/CourtTile';
import { cellAt, type BoardModel, type Cell, type Column, type Row } from './board-model';
import { BlockBar, BookingBar, DeskHoldBar, FreeHour, HoldBar } from './CellContent';
import { shortTime, spokenCell } from './cell-words';
import { isGridKey, nextPlace, type Place } from './grid-focus';
import { boardTexts } from './texts';

export interface BoardGridProps {
  model: BoardModel;
  label: string;
  now: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  zone: string;
  /** The order number of the opened booking. */
  open: string | undefined;
  /** Keys of the cells that others have just changed. */
  changed: ReadonlySet<string>;
  scroller: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  onOpen: (order: string) => void;
  /** Enter on the opened booking goes into its panel. */
  onEnter: () => void;
}

/** The order that pressing a cell opens; null if there is nothing to open. */
export function orderOf(cell: Cell): string | null {
  if (cell.kind === 'booking') return cell.bookings[0].order;
  return cell.kind === 'free' ? (cell.cancelled.at(-1)?.order ?? null) : null;
}

/** Whether a cell shows this order. */
function shows(cell: Cell, order: string | undefined): boolean {
  return cell.kind === 'booking' && cell.bookings.some((booking) => booking.order === order);
}

/** The courts of a day as rows and its hours as columns: a grid with one tab stop, where arrows move. */
export function BoardGrid(props: BoardGridProps) {
  const { model, label, open, scroller, now } = props;
  const { columns, groups, rows } = model;
  const [hovered, setHovered] = useState<string | null>(null);
  const [place, setPlace] = useState<Place>(
    () => placeOf(rows, open) ?? { row: 0, column: Math.max(0, model.nowColumn) },
  );
  const moved = useRef(false);
  const hadFocus = useRef(false);

  // A focused cell stays focused when its hour gets another content, although it may be another element.
  const at = keyOf(rows, place);
  useLayoutEffect(() => {
    const grid = scroller.current;
    // A focused element that is removed leaves the focus to the page, without an event.
    const isLost = hadFocus.current && document.activeElement === document.body;
    // Another day came while the frame of the board kept the focus for it.
    const isHandedOver = document.activeElement instanceof HTMLElement && 'board' in document.activeElement.dataset;
    if (grid === null || !(moved.current || isLost || isHandedOver)) return;
    const cell = grid.querySelector<HTMLElement>('[data-at][tabindex="0"]');
    if (cell === null) return;
    cell.focus({ preventScroll: true });
    if (moved.current) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    moved.current = false;
  }, [at, place, scroller]);

  // The tab stop goes to a booking that is opened by an address or in the panel; a change of the board does not move it.
  const [followed, setFollowed] = useState(open);
  if (followed !== open) {
    setFollowed(open);
    setPlace(placeOf(rows, open) ?? place);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.metaKey || !isGridKey(event.key)) return;
    event.preventDefault();
    moved.current = true;
    setPlace(nextPlace(rows, columns.length, place, event.key, event.ctrlKey));
  }

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
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
      <div className="board-sheet flex flex-col" style={{ '--columns': columns.length } as CSSProperties}>
        <Heads columns={columns} />
        <div className="relative flex flex-1 flex-col">
          {groups.map((group) => (
            <div key={group.type} role="rowgroup" aria-label={boardTexts.groups[group.type]} className="contents">
              {groups.length > 1 && (
                <div aria-hidden="true" className="flex h-5 shrink-0 items-center border-t border-line bg-raised">
                  <span className="sticky left-0 px-3 text-[.6875rem] font-bold text-quiet">
                    {boardTexts.groups[group.type]}
                  </span>
                </div>
              )}
              {group.rows.map((row) => (
                <CourtRow
                  key={row.court.id}
                  {...props}
                  row={row}
                  index={rows.indexOf(row)}
                  place={place}
                  hovered={hovered}
                  onPlace={setPlace}
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

/** Where a booking is; null if it is not on this board. */
function placeOf(rows: readonly Row[], order: string | undefined): Place | null {
  for (const [row, { cells }] of rows.entries()) {
    const cell = cells.find((one) => shows(one, order));
    if (cell !== undefined) return { row, column: cell.column };
  }
  return null;
}

function keyOf(rows: readonly Row[], { row, column }: Place): string | undefined {
  return cellAt(rows[row], column)?.key;
}

function Heads({ columns }: { columns: readonly Column[] }) {
  return (
    <div role="row" className="board-row sticky top-0 z-30 h-11 bg-card">
      <div role="columnheader" className="board-head sticky left-0 z-10 border-r border-line bg-card">
        <span className="sr-only">{boardTexts.courts}</span>
      </div>
      {columns.map((column) => (
        <div
          key={column.minute}
          role="columnheader"
          className="flex snap-start items-baseline gap-1.5 self-center px-2.5 whitespace-nowrap"
        >
          <span className={`display text-h4 ${column.phase === 'past' ? 'text-quiet' : ''}`}>
            {hourText(column.minute)}
          </span>
          <HeadNote column={column} />
        </div>
      ))}
    </div>
  );
}

function HeadNote({ column: { phase, free } }: { column: Column }) {
  if (phase === 'past') return <span className="text-[.71875rem] text-quiet">{boardTexts.over}</span>;
  if (free === 0) return <span className="text-[.71875rem] text-quiet">{boardTexts.full}</span>;
  if (phase === 'now') return <span className="text-[.71875rem] font-bold text-good">{boardTexts.freeNow(free)}</span>;
  return <span className="text-[.71875rem] text-quiet">{boardTexts.free(free)}</span>;
}

/** The line at the present, behind the cells: it is seen in the gaps between them. */
function NowLine({ model, now, zone }: { model: BoardModel; now: number; zone: string }) {
  const column = model.columns[model.nowColumn];
  if (column === undefined) return null;
  const part = (now - column.startsAt) / (column.endsAt - column.startsAt);
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 z-10 w-0.5 bg-ink"
      style={{ left: `calc(var(--head) + var(--hour) * ${(model.nowColumn + part).toFixed(4)})` }}
    >
      {/* On the line between the groups' names; without groups a cell is there. */}
      {model.groups.length > 1 && (
        <span className="figures absolute top-0.5 left-px -translate-x-1/2 rounded-full bg-ink px-1.5 text-[.65625rem] leading-4 font-bold text-paper">
          {shortTime(new Date(now).toISOString(), zone)}
        </span>
      )}
    </div>
  );
}

interface CourtRowProps extends BoardGridProps {
  row: Row;
  index: number;
  place: Place;
  hovered: string | null;
  onPlace: (place: Place) => void;
}

function CourtRow(props: CourtRowProps) {
  const { row, index, place } = props;
  const { court } = row;
  return (
    <div role="row" aria-rowindex={index + 2} className="board-row min-h-11 flex-1">
      <div
        role="rowheader"
        className="board-head sticky left-0 z-20 grid place-items-center border-t border-r border-line bg-card"
      >
        <CourtTile number={court.number} type={court.type === 'OUTDOOR' ? 'outdoor' : 'indoor'} className="w-11" />
        <span className="sr-only">{courtName(court.name)}</span>
      </div>
      {row.cells.map((cell) => (
        <GridCell
          key={cell.key}
          {...props}
          cell={cell}
          isStop={place.row === index && cellAt(row, place.column) === cell}
        />
      ))}
    </div>
  );
}

function GridCell({ cell, index, isStop, ...props }: CourtRowProps & { cell: Cell; isStop: boolean }) {
  const { open, now, zone, hovered } = props;
  const isOpen = shows(cell, open);
  const order = orderOf(cell);
  const label = spokenCell(cell, { now, zone, selected: isOpen });
  const group = cell.kind === 'booking' ? cell.part?.group : undefined;
  // What is drawn lies over the now-line, except where it is only a price.
  const box = `relative min-w-0 border-t border-line p-[3px] ${cell.column === 0 ? '' : 'border-l'} ${cell.kind === 'free' ? '' : 'z-11'} ${
    cell.kind === 'free' && cell.phase === 'past' ? 'hatch-over' : ''
  }`;
  const common = {
    'aria-colindex': cell.column + 2,
    'aria-colspan': cell.span > 1 ? cell.span : undefined,
    'data-group': group,
    style: { gridColumn: `${cell.column + 2} / span ${cell.span}`, gridRow: 1 },
  };
  const stop = {
    'data-at': cell.key,
    tabIndex: isStop ? 0 : -1,
    onFocus: () => {
      if (!isStop) props.onPlace({ row: index, column: cell.column });
    },
  };
  const ring = props.changed.has(cell.key) ? 'animate-news rounded-[11px]' : '';
  // The name is text of its own: what is drawn says the same in fewer words.
  const drawn = (
    <CellContent cell={cell} isOpen={isOpen} isMarked={group !== undefined && group === hovered} {...props} />
  );
  const content = (
    <>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="contents">
        {drawn}
      </span>
    </>
  );
  if (order === null) {
    return (
      <div role="gridcell" {...common} {...stop} className={`${box} ${ring} focus-visible:-outline-offset-3`}>
        {content}
      </div>
    );
  }
  return (
    <div role="gridcell" {...common} aria-selected={isOpen} className={box}>
      <button
        type="button"
        {...stop}
        data-orders={cell.kind === 'booking' ? cell.bookings.map((booking) => booking.order).join(' ') : order}
        onClick={() => {
          if (isOpen) props.onEnter();
          else props.onOpen(order);
        }}
        className={`block size-full rounded-[11px] focus-visible:outline-offset-1 ${ring}`}
      >
        {content}
      </button>
    </div>
  );
}

function CellContent({
  cell,
  isOpen,
  isMarked,
  now,
  ahead,
  zone,
}: Pick<BoardGridProps, 'now' | 'ahead' | 'zone'> & { cell: Cell; isOpen: boolean; isMarked: boolean }) {
  switch (cell.kind) {
    case 'free':
      return <FreeHour cell={cell} now={now} />;
    case 'booking':
      return <BookingBar cell={cell} now={now} zone={zone} isOpen={isOpen} isMarked={isMarked} />;
    case 'hold':
      return <HoldBar cell={cell} ahead={ahead} />;
    case 'desk_hold':
      return <DeskHoldBar cell={cell} ahead={ahead} />;
    case 'block':
      return <BlockBar cell={cell} />;
  }
}
