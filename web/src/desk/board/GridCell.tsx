import type { KeyboardEvent, MouseEvent } from 'react';
import { slotKey } from '@/desk/lib/slots';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { useUnsent } from '@/desk/offline/use-unsent';
import type { BoardGridProps } from './BoardGrid';
import type { Cell } from '@/desk/day/board-model';
import { canChangeLength, edgeMark } from '@/desk/move/edge';
import { useMoveScene } from '@/desk/move/move-context';
import { BlockBar, BookingBar, ChosenBar, DeskHoldBar, DisplacedBar, FreeSlot, HoldBar } from './CellContent';
import { spokenCell } from './cell-text';
import { slotOf, isBookable } from './free-slots';
import { isChosen, type SlotChoice } from './slot-choice';

/** The order that pressing a cell opens, unless the press chooses its slot; null if there is nothing to open. */
export function orderOf(cell: Cell): string | null {
  if (cell.kind === 'booking') return cell.bookings[0].order;
  return cell.kind === 'free' ? (cell.cancelled.at(-1)?.order ?? null) : null;
}

/** The closure that pressing a cell opens. */
export function closureOf(cell: Cell): string | null {
  return cell.kind === 'block' || cell.kind === 'displaced' ? cell.closure : null;
}

/** Whether a cell shows this order. */
export function showsOrder(cell: Cell, order: string | undefined): boolean {
  return cell.kind === 'booking' && cell.bookings.some((booking) => booking.order === order);
}

export interface GridCellProps extends BoardGridProps {
  cell: Cell;
  /** The row of its court, from 0. */
  index: number;
  isStop: boolean;
  /** The group whose parts are marked. */
  hovered: string | null;
  onPlace: (place: { row: number; column: number }) => void;
}

/** A cell of the grid: a button if pressing it chooses its slot or opens a booking or a closure. */
export function GridCell({ cell, index, isStop, ...props }: GridCellProps) {
  const { open, choice, now, zone, hovered } = props;
  const scene = useMoveScene();
  const isOpen = showsOrder(cell, open);
  const isOwn = isChosen(cell, choice);
  const canBook = choice !== null && isBookable(cell);
  const order = orderOf(cell);
  const closure = closureOf(cell);
  const isUnsent = useUnsent(cell.kind === 'booking' ? cell.bookings.map((booking) => booking.order) : []);
  const spoken = spokenCell(cell, { now, zone, selected: isOpen || isOwn, isChosen: isOwn });
  const isOff = canBook && !isOwn && choice.off !== null;
  const label = [
    spoken,
    ...(isUnsent ? [deskOfflineTexts.notSent] : []),
    ...(isOff ? [choice.off, deskOfflineTexts.writeItDown] : []),
  ].join(', ');
  const group = cell.kind === 'booking' ? cell.part?.group : undefined;
  // The content covers the line at the present time, unless it is only a price.
  const box = `relative min-w-0 border-t border-line p-[3px] ${cell.column === 0 ? '' : 'border-l'} ${
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
    tabIndex: isStop ? 0 : -1,
    onFocus: () => {
      if (!isStop) props.onPlace({ row: index, column: cell.column });
    },
  };
  const ring = props.changed.has(cell.key) ? 'animate-news rounded-[11px]' : '';
  // The text for screen readers is separate, because the drawn content says the same in fewer words.
  const content = (
    <>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="contents">
        <CellContent
          cell={cell}
          isOpen={isOpen}
          isMarked={group !== undefined && group === hovered}
          isOwn={isOwn}
          isUnsent={isUnsent}
          {...props}
          choice={props.painting === null ? choice : null}
        />
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

  function press(event: MouseEvent) {
    // While courts are chosen to be closed, that mode has the keys; the cell stays the same element, so it keeps the focus.
    if (props.painting !== null) return;
    // The second press of a double click would take the slot out again.
    if (canBook && event.detail > 1) return;
    if (canBook) choice.onToggle(slotOf(cell));
    else if (isOpen) props.onEnter();
    else if (order !== null) props.onOpen(order);
    else if (closure !== null) props.onClosure(closure);
  }
  // Space adds a slot and takes it out again; Enter on a chosen slot books all of them.
  function onKeyDown(event: KeyboardEvent) {
    if (!isOwn || event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) choice?.onBook();
  }
  return (
    <div role="gridcell" {...common} aria-selected={isOpen || isOwn} className={box}>
      <button
        type="button"
        {...stop}
        data-orders={cell.kind === 'booking' ? cell.bookings.map((booking) => booking.order).join(' ') : order}
        data-slots={canBook ? slotKey(slotOf(cell)) : undefined}
        aria-haspopup={isOff ? 'dialog' : undefined}
        title={isOff ? (choice.off ?? undefined) : undefined}
        // A further slot may be added while the clerk types, so a press does not move the focus.
        onMouseDown={canBook && choice.slots.length > 0 ? keepFocus : undefined}
        onClick={press}
        onKeyDown={onKeyDown}
        className={`relative block size-full rounded-[11px] focus-visible:outline-offset-1 ${ring}`}
      >
        {content}
        {scene?.mayExtend === true && scene.off === null && canChangeLength(cell) && (
          <span
            {...edgeMark}
            aria-hidden="true"
            className="absolute inset-y-0 right-0 w-3 cursor-col-resize rounded-r-[11px] hover:bg-ink/15 pointer-coarse:w-6"
          />
        )}
      </button>
    </div>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

function CellContent({
  cell,
  isOpen,
  isMarked,
  isOwn,
  isUnsent,
  choice,
  now,
  ahead,
  zone,
}: Pick<BoardGridProps, 'choice' | 'now' | 'ahead' | 'zone'> & {
  cell: Cell;
  isOpen: boolean;
  isMarked: boolean;
  isOwn: boolean;
  isUnsent: boolean;
}) {
  if (isOwn) return <ChosenBar until={choice?.until.get(slotKey(slotOf(cell))) ?? null} ahead={ahead} />;
  switch (cell.kind) {
    case 'free':
      return <FreeSlot cell={cell} now={now} book={bookHint(cell, choice)} />;
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

/** The effect of a press on a free cell: begins a booking, adds to it, or writes it down; null if there is none. */
function bookHint(cell: Cell, choice: SlotChoice | null): 'new' | 'add' | 'write' | null {
  if (choice === null || !isBookable(cell)) return null;
  if (choice.off !== null) return 'write';
  return choice.slots.length === 0 ? 'new' : 'add';
}
