import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import { slotKey } from '@/desk/lib/slots';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { useUnsent } from '@/desk/offline/use-unsent';
import type { Cell } from '@/desk/day/board-model';
import { edgeMark } from '@/desk/move/edge';
import { BlockBar, BookingBar, ChosenBar, DeskHoldBar, DisplacedBar, FreeSlot, HoldBar } from './CellContent';
import { spokenCell } from '@/desk/day/cell-text';
import { slotOf } from './free-slots';

/** The order that pressing a cell opens, unless the press chooses its slot; null if there is nothing to open. */
export function orderOf(cell: Cell): string | null {
  if (cell.kind === 'booking') return cell.bookings[0].order;
  return cell.kind === 'free' ? (cell.cancelled.at(-1)?.order ?? null) : null;
}

/** The closure that pressing a cell opens; null if it opens none. */
export function closureOf(cell: Cell): string | null {
  return cell.kind === 'block' || cell.kind === 'displaced' ? cell.closure : null;
}

/** Whether a cell is the bar of this order; false for one that was cancelled or lost its court. */
export function showsOrder(cell: Cell, order: string | undefined): boolean {
  return cell.kind === 'booking' && cell.bookings.some((booking) => booking.order === order);
}

/** What a press on a bookable cell does: begins a booking, adds to it, or writes it down. */
export type BookHint = 'new' | 'add' | 'write';

/** What pressing a cell does. The same object over all renders, so that a cell that shows the same is not rendered again. */
export interface CellActions {
  press: (cell: Cell, event: MouseEvent) => void;
  /** Books the chosen slots. */
  book: () => void;
  /** Makes a cell the tab stop of the grid. */
  setTabStop: (place: { row: number; column: number }) => void;
}

export interface GridCellProps {
  cell: Cell;
  /** The row of its court, from 0. */
  index: number;
  /** The server's time in milliseconds if the cell shows something of it (`showsTime`), else the cell's start. */
  now: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  /** The venue's time zone. */
  zone: string;
  /** Whether it is the tab stop of the grid. */
  isStop: boolean;
  /** Whether its booking is open in the panel. */
  isOpen: boolean;
  /** Whether a part of its group is hovered. */
  isMarked: boolean;
  /** Whether it has just changed. */
  isChanged: boolean;
  /** Whether the person who is signed in is booking its slot. */
  isOwn: boolean;
  /** The end of the hold of an own slot, ISO 8601; null while the server has not held it. */
  until: string | null;
  /** What a press books; null if nothing. While courts are chosen to be closed, a press books nothing either way. */
  book: BookHint | null;
  /** Why nothing can be booked now; null while slots can be booked. */
  off: string | null;
  /** Whether slots are chosen, so that the clerk may be typing. */
  hasChosen: boolean;
  /**
   * Whether this is the board's first frame. To be fast, it leaves out the hints of presses, and gives screen readers a label: the
   * text that replaces the label afterwards has to be laid out by the browser.
   */
  isFirstFrame: boolean;
  /** Whether its length can be changed by dragging its edge. */
  hasEdge: boolean;
  /** Whether courts are being chosen to be closed. */
  isClosureMode: boolean;
  actions: CellActions;
}

/** Whether a cell shows or says something that changes with `now`. The seconds that are left of a hold have a timer of their own. */
export function showsTime(cell: Cell): boolean {
  return cell.phase === 'now' || cell.kind === 'hold' || (cell.kind === 'booking' && cell.state === 'late');
}

/** A cell of the grid: a button if pressing it chooses its slot or opens a booking or a closure. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { cell, now, zone, isStop, isOpen, isOwn, book, off, actions } = props;
  const canBook = book !== null;
  const order = orderOf(cell);
  const closure = closureOf(cell);
  const isUnsent = useUnsent(cell.kind === 'booking' ? cell.bookings.map((booking) => booking.order) : []);
  const spoken = spokenCell(cell, { now, zone, selected: isOpen || isOwn, isChosen: isOwn });
  const isOff = canBook && !isOwn && off !== null && !props.isClosureMode;
  const label = [
    spoken,
    ...(isUnsent ? [deskOfflineTexts.notSent] : []),
    ...(isOff ? [off, deskOfflineTexts.writeItDown] : []),
  ].join(', ');
  const group = cell.kind === 'booking' ? cell.part?.group : undefined;
  // The content covers the line at the present time, unless it is only a price.
  const box = `board-cell relative min-w-0 border-t border-line p-[3px] ${cell.column === 0 ? '' : 'border-l'} ${
    cell.kind === 'free' && !isOwn ? '' : 'z-11'
  } ${cell.kind === 'free' && cell.phase === 'past' ? 'hatch-over' : ''}`;
  const common = {
    'aria-colindex': cell.column + 2,
    'aria-colspan': cell.span > 1 ? cell.span : undefined,
    'data-group': group,
    style: { gridColumn: `${cell.column + 2} / span ${cell.span}`, gridRow: 1 },
  };
  const stop = {
    'data-at': cell.key,
    'aria-label': props.isFirstFrame ? label : undefined,
    tabIndex: isStop ? 0 : -1,
    onFocus: () => {
      if (!isStop) actions.setTabStop({ row: props.index, column: cell.column });
    },
  };
  const ring = props.isChanged ? 'changed-ring' : '';
  // The text for screen readers is separate, because the drawn content says the same in fewer words.
  const content = (
    <>
      {!props.isFirstFrame && <span className="cell-spoken">{label}</span>}
      <span aria-hidden="true" className="contents">
        <CellContent {...props} isUnsent={isUnsent} />
      </span>
    </>
  );
  if (order === null && closure === null && !canBook) {
    return (
      <div role="gridcell" {...common} {...stop} className={`${box} ${ring} focus-visible:-outline-offset-3`}>
        {content}
      </div>
    );
  }

  // Space adds a slot and takes it out again; Enter on a chosen slot books all of them.
  function onKeyDown(event: KeyboardEvent) {
    if (!isOwn || event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) actions.book();
  }
  return (
    <div role="gridcell" {...common} aria-selected={isOpen || isOwn} className={box}>
      <button
        type="button"
        {...stop}
        data-orders={cell.kind === 'booking' ? cell.bookings.map((booking) => booking.order).join(' ') : order}
        data-slots={canBook ? slotKey(slotOf(cell)) : undefined}
        aria-haspopup={isOff ? 'dialog' : undefined}
        title={isOff ? off : undefined}
        // A further slot may be added while the clerk types, so a press does not move the focus.
        onMouseDown={canBook && props.hasChosen ? leaveFocus : undefined}
        onClick={(event) => actions.press(cell, event)}
        onKeyDown={onKeyDown}
        className={`relative block size-full rounded-[11px] focus-visible:outline-offset-1 ${ring}`}
      >
        {content}
        {props.hasEdge && (
          <span
            {...edgeMark}
            aria-hidden="true"
            className="absolute inset-y-0 right-0 w-3 cursor-col-resize rounded-r-[11px] hover:bg-ink/15 pointer-coarse:w-6"
          />
        )}
      </button>
    </div>
  );
});

/** Leaves the focus where it is: a press moves it by default. */
function leaveFocus(event: MouseEvent): void {
  event.preventDefault();
}

function CellContent({
  cell,
  now,
  ahead,
  zone,
  isOpen,
  isMarked,
  isOwn,
  isUnsent,
  until,
  book,
  isFirstFrame,
  isClosureMode,
}: GridCellProps & { isUnsent: boolean }) {
  if (isOwn) return <ChosenBar until={isClosureMode ? null : until} ahead={ahead} />;
  switch (cell.kind) {
    case 'free':
      return <FreeSlot cell={cell} now={now} book={isClosureMode ? null : book} hasHint={!isFirstFrame} />;
    case 'booking':
      return <BookingBar cell={cell} now={now} zone={zone} isOpen={isOpen} isMarked={isMarked} isUnsent={isUnsent} />;
    case 'hold':
      return <HoldBar cell={cell} ahead={ahead} />;
    case 'desk_hold':
      return <DeskHoldBar cell={cell} ahead={ahead} />;
    case 'block':
      return <BlockBar cell={cell} />;
    case 'displaced':
      return <DisplacedBar cell={cell} />;
  }
}
