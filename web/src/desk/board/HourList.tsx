import { CloudOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { courtKind } from '@/lib/court-kind';
import { hourText } from '@/lib/dates';
import { isPressedAgain } from '@/lib/pressed-again';
import { CourtTile } from '@/ui/CourtTile';
import { slotKey } from '@/desk/lib/slots';
import { covers, type BoardModel, type Cell, type Column } from '@/desk/day/board-model';
import { BlockBar, BookingBar, ChosenBar, DeskHoldBar, DisplacedBar, HoldBar } from './CellContent';
import { hoursOf, spokenCell } from '@/desk/day/cell-text';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { useUnsent } from '@/desk/offline/use-unsent';
import { freeCells, slotOf, isBookable } from './free-slots';
import { closureOf, showsOrder } from './GridCell';
import { isChosen, type SlotChoice } from './slot-choice';
import { boardTexts } from './texts';

export interface HourListProps {
  model: BoardModel;
  /** The server's time, and how far it is ahead of this device's, in milliseconds. */
  now: number;
  ahead: number;
  zone: string;
  /** The order number of the opened booking. */
  open: string | undefined;
  /** The slots that are being booked; null if the person who is signed in may not book here. */
  choice: SlotChoice | null;
  /** Keys of the cells that have just changed. */
  changed: ReadonlySet<string>;
  onOpen: (order: string) => void;
  onClosure: (closure: string) => void;
}

/**
 * The board on a phone: a section for each hour, with what begins then and the number of free courts; that of the running hour has
 * all that is on the courts. Until the day is over, the hours before now are shown on request.
 */
export function HourList(props: HourListProps) {
  const { model } = props;
  const [withEarlier, setWithEarlier] = useState(false);
  const earlier = model.columns.filter(({ phase }) => phase === 'past').length;
  // A day that is over has nothing but earlier hours.
  const hidesEarlier = !withEarlier && earlier > 0 && earlier < model.columns.length;
  return (
    <div className="grid gap-5 pb-6">
      {hidesEarlier && (
        <button
          type="button"
          onClick={() => setWithEarlier(true)}
          className="-mb-3 min-h-11 justify-self-start text-small font-bold text-quiet underline underline-offset-4"
        >
          {boardTexts.earlier(earlier)}
        </button>
      )}
      {model.columns.map((column, index) =>
        hidesEarlier && column.phase === 'past' ? null : (
          <HourSection key={column.minute} column={column} index={index} {...props} />
        ),
      )}
    </div>
  );
}

/** The id of an hour's section, for going to it. */
export const hourId = (minute: number) => `hour-${minute}`;

function HourSection({ column, index, ...props }: HourListProps & { column: Column; index: number }) {
  const { model } = props;
  // A game of two hours is listed at its start, and again at the running hour, at which the clerk looks for it.
  const cells = model.rows
    .flatMap((row) => row.cells)
    .filter((cell) => cell.kind !== 'free')
    .filter((cell) => (column.phase === 'now' ? covers(cell, index) : cell.column === index));
  return (
    <section id={hourId(column.minute)} aria-labelledby={`${hourId(column.minute)}-title`} className="scroll-mt-4">
      <div className="mb-2 flex min-h-11 items-center gap-2.5">
        <h2
          id={`${hourId(column.minute)}-title`}
          className={`display text-h3 ${column.phase === 'past' ? 'text-quiet' : ''}`}
        >
          {column.phase === 'now' ? `${boardTexts.now}, ${hourText(column.minute)}` : hourText(column.minute)}
        </h2>
        {column.phase !== 'past' && column.isPriced && <FreeChip column={column} index={index} {...props} />}
      </div>
      {cells.length === 0 ? (
        <p className="text-quiet">{column.taken === 0 ? boardTexts.nobody : boardTexts.noneBegins}</p>
      ) : (
        <ul className="grid gap-1.5">
          {cells.map((cell) => (
            <HourItem key={cell.key} cell={cell} {...props} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The number of free courts of an hour that is for sale; a press chooses the first. */
function FreeChip({
  column,
  index,
  model,
  choice,
}: Pick<HourListProps, 'model' | 'choice'> & { column: Column; index: number }) {
  const free = freeCells(model, index);
  const [first] = free;
  const text = column.phase === 'now' ? boardTexts.freeNow(column.free) : boardTexts.free(column.free);
  const classes = 'rounded-full px-2.5 py-0.5 text-small font-bold';
  if (first === undefined) return <span className={`${classes} bg-raised text-quiet`}>{boardTexts.full}</span>;
  if (choice === null) return <span className={`${classes} bg-good-tint text-good`}>{text}</span>;
  if (choice.off !== null) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${text}, ${hourText(column.minute)}, ${choice.off}, ${deskOfflineTexts.writeItDown}`}
        data-slots={free.map((cell) => slotKey(slotOf(cell))).join(' ')}
        onClick={() => choice.onToggle(slotOf(first))}
        className="flex min-h-11 items-center gap-1.5 rounded-full border border-dashed border-edge bg-raised pr-4 pl-3 text-small font-bold text-quiet"
      >
        <CloudOff aria-hidden="true" className="size-4" strokeWidth={2.4} />
        {text}
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-label={`${text}, ${boardTexts.bookAt(hourText(column.minute))}`}
      data-slots={free.map((cell) => slotKey(slotOf(cell))).join(' ')}
      onClick={(event) => {
        // The second press of a double click would take the slot out again.
        if (!isPressedAgain(event)) choice.onToggle(slotOf(first));
      }}
      className="flex min-h-11 items-center gap-1.5 rounded-full bg-good-tint pr-4 pl-3 text-small font-bold text-good"
    >
      <Plus aria-hidden="true" className="size-4" strokeWidth={2.4} />
      {text}
    </button>
  );
}

function HourItem({
  cell,
  now,
  ahead,
  zone,
  open,
  choice,
  changed,
  onOpen,
  onClosure,
}: HourListProps & { cell: Cell }) {
  const orders = cell.kind === 'booking' ? cell.bookings.map(({ order }) => order) : [];
  const isOpen = showsOrder(cell, open);
  const isUnsent = useUnsent(orders);
  const isOwn = isChosen(cell, choice);
  // A clerk can go on with the booking of their own hold.
  const canBook = cell.kind === 'desk_hold' && choice !== null && isBookable(cell);
  const off = canBook && !isOwn ? choice.off : null;
  const spoken = [
    spokenCell(cell, { now, zone, selected: isOpen }),
    ...(isUnsent ? [deskOfflineTexts.notSent] : []),
    ...(off === null ? [] : [off, deskOfflineTexts.writeItDown]),
  ].join(', ');
  const ring = changed.has(cell.key) ? 'animate-changed' : '';
  const drawn = (
    <span aria-hidden="true" className="contents">
      <CourtTile number={cell.court.number} type={courtKind(cell.court.type)} className="w-12 shrink-0" />
      <span className="h-12 min-w-0 flex-1">
        {cell.kind === 'booking' && (
          <BookingBar cell={cell} now={now} zone={zone} isOpen={isOpen} isMarked={false} isUnsent={isUnsent} />
        )}
        {cell.kind === 'hold' && <HoldBar cell={cell} ahead={ahead} />}
        {cell.kind === 'desk_hold' && !isOwn && <DeskHoldBar cell={cell} ahead={ahead} />}
        {cell.kind === 'desk_hold' && isOwn && <ChosenBar until={cell.until} ahead={ahead} />}
        {cell.kind === 'block' && <BlockBar cell={cell} />}
        {cell.kind === 'displaced' && <DisplacedBar cell={cell} />}
      </span>
      {cell.span > 1 && (
        <span className="w-14 shrink-0 text-right text-[.75rem] leading-tight text-quiet">{hoursOf(cell)}</span>
      )}
    </span>
  );
  const inside = (
    <>
      <span className="sr-only">{spoken}</span>
      {drawn}
    </>
  );
  const classes = `flex w-full items-center gap-2.5 rounded-md text-left ${ring}`;
  if (canBook) {
    return (
      <li>
        <button
          type="button"
          aria-haspopup={off === null ? undefined : 'dialog'}
          data-slots={slotKey(slotOf(cell))}
          onClick={(event) => {
            if (!isPressedAgain(event)) choice.onToggle(slotOf(cell));
          }}
          className={classes}
        >
          {inside}
        </button>
      </li>
    );
  }
  const closure = closureOf(cell);
  if (closure !== null) {
    return (
      <li>
        <button type="button" onClick={() => onClosure(closure)} className={classes}>
          {inside}
        </button>
      </li>
    );
  }
  if (cell.kind !== 'booking') {
    return (
      <li>
        <div className={classes}>{inside}</div>
      </li>
    );
  }
  const { order } = cell.bookings[0];
  return (
    <li>
      <button type="button" data-orders={orders.join(' ')} onClick={() => onOpen(order)} className={classes}>
        {inside}
      </button>
    </li>
  );
}
