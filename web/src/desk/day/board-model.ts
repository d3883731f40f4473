import { replaceEqualDeep } from '@tanstack/react-query';
import type { Board, BoardBooking, Court } from '@/desk/api/board';
import { cellState, type CellState } from '@/desk/booking/cell-state';

/**
 * A column of the board: from one of the day's starts for the length of a slot, at most until the next start. Instants are
 * milliseconds of the server's clock.
 */
export interface Column {
  minute: number;
  startsAt: number;
  endsAt: number;
  phase: 'past' | 'now' | 'ahead';
  /** The number of courts that can still be sold at this hour. */
  free: number;
  /** The number of courts with a booking, a hold or a closure. */
  taken: number;
  /** Whether a court has a price then, and play is not over. Otherwise the hour is not for sale, and so cannot be full. */
  isPriced: boolean;
}

/** A booking that left the board, and once had this cell. */
export type Cancelled = Board['cancelled'][number];

interface Place {
  /** The key of the cell: unique on the board, and the same after each answer. */
  key: string;
  court: Court;
  /** The first column, from 0, and how many it covers. */
  column: number;
  span: number;
  minute: number;
  minutes: number;
  startsAt: number;
  endsAt: number;
  phase: Column['phase'];
  cancelled: readonly Cancelled[];
}

/** A free hour of a court; `price_paise` is null if it cannot be sold. It is past once play would be over. */
export interface FreeCell extends Place {
  kind: 'free';
  price_paise: number | null;
}

/** The bookings of one group that follow each other on one court; mostly a single one. */
export interface BookingCell extends Place {
  kind: 'booking';
  state: CellState;
  bookings: readonly [BoardBooking, ...BoardBooking[]];
  name: string;
  due_paise: number;
  /** What was paid less what was given back or is owed to the player. */
  kept_paise: number;
  /** When the player arrived, ISO 8601; null if they have not. */
  arrived_at: string | null;
  first_visit: boolean;
  /** Whether there are notes about the player or one of these games. */
  has_notes: boolean;
  /** Whether the play of its last hour is over; the change of players after it may still run. */
  isPlayOver: boolean;
  /** Whether it is part of a weekly series. */
  is_weekly: boolean;
  /** The number of the bar among those of its group; null if it is the only one. */
  part: { number: number; of: number; group: string } | null;
}

/** A court that a player keeps while confirming or paying. */
export interface HoldCell extends Place {
  kind: 'hold';
  /** When it began, ISO 8601; null if the server did not say. */
  since: string | null;
  until: string;
  paying: boolean;
}

/** A court that a person at a desk keeps while booking it. */
export interface DeskHoldCell extends Place {
  kind: 'desk_hold';
  until: string;
  by: string;
  mine: boolean;
}

/** A court that is closed. */
export interface BlockCell extends Place {
  kind: 'block';
  /** The number of the closure. */
  closure: string;
  reason: string;
}

/** A booking whose court was closed, as long as it is. */
export interface DisplacedCell extends Place {
  kind: 'displaced';
  /** The number of the closure. */
  closure: string;
  /** Why the court is closed. */
  reason: string;
  was: Board['displaced'][number];
  /** The day of the board. */
  day: string;
}

export type Cell = FreeCell | BookingCell | HoldCell | DeskHoldCell | BlockCell | DisplacedCell;

export interface Row {
  court: Court;
  cells: readonly Cell[];
}

/** Everything that the board shows of a day at an instant. */
export interface BoardModel {
  /** The instant, in milliseconds of the server's clock. */
  now: number;
  /** How long the change of players takes at the end of the venue's slots, in minutes. */
  handoverMinutes: number;
  columns: readonly Column[];
  /** Rows in the order of the screen: outdoor courts, then indoor ones. */
  groups: readonly { type: Court['type']; rows: readonly Row[] }[];
  rows: readonly Row[];
  /** The column that contains the instant; -1 outside of the day's hours. */
  nowColumn: number;
  playing: number;
  late: number;
  /** The number of slots that can still be sold. */
  forSale: number;
  hasBookings: boolean;
}

/** A booking, closure or hold with its time on a court, before it has columns. */
type Entry = (
  | Pick<BookingCell, 'kind' | 'bookings'>
  | Pick<HoldCell, 'kind' | 'since' | 'until' | 'paying'>
  | Pick<DeskHoldCell, 'kind' | 'until' | 'by' | 'mine'>
  | Pick<BlockCell, 'kind' | 'closure' | 'reason'>
  | Pick<DisplacedCell, 'kind' | 'closure' | 'reason' | 'was' | 'day'>
) & { key: string; court: number; minute: number; minutes: number };

/** Of two entries for one slot, the one of lower rank is shown: a hold may be listed after its slot was booked. */
const RANK: Record<Entry['kind'], number> = { booking: 0, displaced: 1, block: 2, desk_hold: 3, hold: 4 };

/**
 * Lays out a board as it is at `now`, in milliseconds of the server's clock. Rows and cells that are as in `before` are the
 * same objects, so that what shows them need not be rendered again.
 */
export function boardModel(board: Board, now: number, before?: BoardModel): BoardModel {
  const columns = columnsOf(board, now);
  const entries = entriesOf(board, now);
  const cancelled = cancelledOf(board);
  const parts = partsOf(entries, board.courts);
  const rows = board.courts.map((court, index): Row => {
    const own = entries.filter((entry) => entry.court === court.id);
    const gone = cancelled.filter((entry) => entry.court === court.id);
    const row = { court, cells: cellsOf({ board, court, index, own, gone, columns, parts, now }) };
    const former = before?.rows.find((one) => one.court.id === court.id);
    return former === undefined ? row : withFormerObjects(row, former);
  });
  const types = (['OUTDOOR', 'INDOOR'] as const).filter((type) => board.courts.some((court) => court.type === type));
  const groups = types.map((type) => ({ type, rows: rows.filter(({ court }) => court.type === type) }));
  const inOrder = groups.flatMap((group) => group.rows);
  const cells = inOrder.flatMap((row) => row.cells);
  return {
    now,
    handoverMinutes: handoverOf(board),
    columns: columns.map((column, index) => {
      const here = cells.filter((cell) => covers(cell, index));
      const free = here.filter((cell) => isForSale(cell)).length;
      return { ...column, free, taken: here.filter((cell) => cell.kind !== 'free').length };
    }),
    groups,
    rows: inOrder,
    nowColumn: columns.findIndex(({ phase }) => phase === 'now'),
    playing: cells.filter((cell) => cell.kind === 'booking' && cell.state === 'on_court').length,
    late: cells.filter((cell) => cell.kind === 'booking' && cell.state === 'late').length,
    forSale: cells.filter((cell) => isForSale(cell)).length,
    hasBookings: cells.some((cell) => cell.kind === 'booking'),
  };
}

/** A row with the objects of the former one where they are equal; the former row if all are. */
function withFormerObjects(row: Row, former: Row): Row {
  // By their keys: a bar that became longer or shorter changes the position of the cells after it.
  const formerCells = new Map(former.cells.map((cell) => [cell.key, cell]));
  const cells = row.cells.map((cell) => replaceEqualDeep(formerCells.get(cell.key), cell));
  const court = replaceEqualDeep(former.court, row.court);
  const isSame =
    court === former.court &&
    cells.length === former.cells.length &&
    cells.every((cell, position) => cell === former.cells[position]);
  return isSame ? former : { court, cells };
}

/** Lays out the boards of one screen, each with the rows and cells of the one before where they are as they were. */
export function boardLayout(): (board: Board, now: number) => BoardModel {
  let last: BoardModel | undefined;
  return (board, now) => {
    last = boardModel(board, now, last);
    return last;
  };
}

/** Whether a cell is an hour that can still be sold. */
export function isForSale(cell: Cell): cell is FreeCell & { price_paise: number } {
  return cell.kind === 'free' && cell.price_paise !== null && cell.phase !== 'past';
}

/** The part of a cell's or a column's time that has passed, from 0 to 1 while it runs. */
export function elapsedPart({ startsAt, endsAt }: { startsAt: number; endsAt: number }, now: number): number {
  return (now - startsAt) / (endsAt - startsAt);
}

export function covers(cell: Cell, column: number): boolean {
  return cell.column <= column && column < cell.column + cell.span;
}

/** The cell that covers a column of a row. */
export function cellAt(row: Row | undefined, column: number): Cell | undefined {
  return row?.cells.find((cell) => covers(cell, column));
}

function phaseOf(startsAt: number, endsAt: number, now: number): Column['phase'] {
  if (now >= endsAt) return 'past';
  return now >= startsAt ? 'now' : 'ahead';
}

/** When a free hour can no longer be sold: the server sells it until play would end, before the change of players. */
function saleEndOf({ startsAt, endsAt }: Pick<Column, 'startsAt' | 'endsAt'>, { play_minutes }: Board): number {
  return Math.min(endsAt, startsAt + play_minutes * 60_000);
}

function columnsOf(board: Board, now: number): Column[] {
  return board.starts.map(({ minute, at }, index) => {
    const startsAt = Date.parse(at);
    const next = board.starts[index + 1];
    // The hours need not touch: a venue may close at noon.
    const length = Math.min(board.slot_minutes, next === undefined ? board.slot_minutes : next.minute - minute);
    const endsAt = startsAt + length * 60_000;
    const isPriced =
      now < saleEndOf({ startsAt, endsAt }, board) &&
      board.prices_paise.some((prices) => (prices[index] ?? null) !== null);
    return { minute, startsAt, endsAt, phase: phaseOf(startsAt, endsAt, now), free: 0, taken: 0, isPriced };
  });
}

function entriesOf(board: Board, now: number): Entry[] {
  const isLasting = ({ until }: { until: string }) => Date.parse(until) > now;
  const entries: Entry[] = [
    ...barsOf(board.bookings),
    ...board.blocks.flatMap((block) => closedOf(block, board)),
    ...board.desk_holds.filter(isLasting).map(({ id, court, minute, minutes, until, by, mine }) => {
      const key = `desk-hold ${id} ${court} ${minute}`;
      return { kind: 'desk_hold' as const, key, court, minute, minutes, until, by, mine };
    }),
    ...board.holds.filter(isLasting).map((hold) => {
      const { court, minute, minutes, until, paying } = hold;
      // A server of an earlier version, whose board this device may have kept, does not say when a hold began.
      const former: Partial<typeof hold> = hold;
      const key = `hold ${court} ${minute}`;
      return { kind: 'hold' as const, key, court, minute, minutes, since: former.since ?? null, until, paying };
    }),
  ];
  return entries.toSorted((a, b) => a.minute - b.minute || RANK[a.kind] - RANK[b.kind]);
}

/** The entries of a closed time: the bookings that lost their court there, and the closed parts around them. */
function closedOf(block: Board['blocks'][number], { displaced, day }: Board): Entry[] {
  const { id: closure, court, reason } = block;
  const end = block.minute + block.minutes;
  const entries: Entry[] = [];
  let from = block.minute;
  const fill = (until: number) => {
    if (until <= from) return;
    const key = `block ${closure} ${court} ${from}`;
    entries.push({ kind: 'block', key, closure, court, minute: from, minutes: until - from, reason });
  };
  const own = displaced.filter((was) => was.court === court && was.minute >= from && was.minute < end);
  for (const was of own.toSorted((a, b) => a.minute - b.minute)) {
    fill(was.minute);
    const { minute, minutes } = was;
    const key = `displaced ${was.order}`;
    entries.push({ kind: 'displaced', key, closure, court, minute, minutes, reason, was, day });
    from = minute + minutes;
  }
  fill(end);
  return entries;
}

/** Joins neighbouring bookings of one group on one court. */
function barsOf(bookings: readonly BoardBooking[]): Entry[] {
  const bars: { bookings: [BoardBooking, ...BoardBooking[]]; end: number }[] = [];
  const kept = bookings.filter(({ status }) => status !== 'cancel_requested');
  for (const booking of kept.toSorted((a, b) => a.court - b.court || a.minute - b.minute)) {
    const end = booking.minute + booking.minutes;
    const before = bars.at(-1);
    const [first] = before?.bookings ?? [];
    const joins = booking.group !== null && first?.group === booking.group && first.court === booking.court;
    if (joins && before?.end === booking.minute) {
      before.bookings.push(booking);
      before.end = end;
    } else {
      bars.push({ bookings: [booking], end });
    }
  }
  return bars.map(({ bookings: [first, ...others], end }) => ({
    kind: 'booking',
    key: `booking ${first.order}`,
    court: first.court,
    minute: first.minute,
    minutes: end - first.minute,
    bookings: [first, ...others],
  }));
}

/** The bookings that left the board; a cancelled one that waits for its refund has left it too. */
function cancelledOf(board: Board): Cancelled[] {
  const waiting = board.bookings
    .filter(({ status }) => status === 'cancel_requested')
    .map(({ order, court, minute, name }) => ({ order, court, minute, name, at: null }));
  const known = new Set(board.cancelled.map(({ order }) => order));
  // If the court is open again, a booking that lost it counts as one that left the board.
  const lost = board.displaced.map(({ order, court, minute, name }) => ({ order, court, minute, name, at: null }));
  return [...board.cancelled, ...[...waiting, ...lost].filter(({ order }) => !known.has(order))];
}

/** The bars of each group with more than one, in the order of courts and hours. */
function partsOf(entries: readonly Entry[], courts: readonly Court[]): Map<string, BookingCell['part']> {
  const order = new Map(courts.map(({ id }, index) => [id, index]));
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = entry.kind === 'booking' ? entry.bookings[0].group : null;
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  const parts = new Map<string, BookingCell['part']>();
  for (const [group, bars] of groups) {
    if (bars.length < 2) continue;
    const sorted = bars.toSorted(
      (a, b) => (order.get(a.court) ?? 0) - (order.get(b.court) ?? 0) || a.minute - b.minute,
    );
    for (const [index, bar] of sorted.entries()) parts.set(bar.key, { number: index + 1, of: bars.length, group });
  }
  return parts;
}

function cellsOf({
  board,
  court,
  index,
  own,
  gone,
  columns,
  parts,
  now,
}: {
  board: Board;
  court: Court;
  index: number;
  own: readonly Entry[];
  gone: readonly Cancelled[];
  columns: readonly Column[];
  parts: Map<string, BookingCell['part']>;
  now: number;
}): Cell[] {
  const cells: Cell[] = [];
  for (let column = 0; column < columns.length;) {
    const head = columns[column];
    if (head === undefined) break;
    const entry = own.find(
      ({ minute, minutes }) => minute < head.minute + lengthOf(head) && head.minute < minute + minutes,
    );
    const ends = entry === undefined ? head.minute + lengthOf(head) : entry.minute + entry.minutes;
    let span = 1;
    while ((columns[column + span]?.minute ?? Infinity) < ends) span += 1;
    const last = columns[column + span - 1] ?? head;
    const minute = entry?.minute ?? head.minute;
    const startsAt = head.startsAt + (minute - head.minute) * 60_000;
    const endsAt = entry === undefined ? last.endsAt : startsAt + entry.minutes * 60_000;
    const place: Place = {
      key: entry?.key ?? `free ${court.id} ${head.minute}`,
      court,
      column,
      span,
      minute,
      minutes: ends - minute,
      startsAt,
      endsAt,
      phase: phaseOf(startsAt, entry === undefined ? saleEndOf(head, board) : endsAt, now),
      cancelled: isClosed(entry) ? [] : gone.filter((one) => minute <= one.minute && one.minute < ends),
    };
    const price_paise = board.prices_paise[index]?.[column] ?? null;
    cells.push(entry === undefined ? { ...place, kind: 'free', price_paise } : cellOf(entry, place, parts, board, now));
    column += span;
  }
  return cells;
}

function isClosed(entry: Entry | undefined): boolean {
  return entry?.kind === 'displaced' || entry?.kind === 'block';
}

function lengthOf({ startsAt, endsAt }: Column): number {
  return (endsAt - startsAt) / 60_000;
}

/** How long the change of players takes at the end of the venue's slots, in minutes. */
export function handoverOf({ slot_minutes, play_minutes }: Board): number {
  return slot_minutes - play_minutes;
}

/**
 * How long play of a booking takes, in minutes. A venue may have changed its minutes of play since it was booked.
 * `handoverMinutes` is that of the venue's slots.
 */
export function playMinutesOf(booking: BoardBooking, handoverMinutes: number): number {
  // A server of an earlier version, whose board this device may have kept, does not say how long a booking is played.
  const former: Partial<BoardBooking> = booking;
  return former.play_minutes ?? booking.minutes - handoverMinutes;
}

function cellOf(entry: Entry, place: Place, parts: Map<string, BookingCell['part']>, board: Board, now: number): Cell {
  if (entry.kind !== 'booking') return { ...entry, ...place };
  const { bookings } = entry;
  const last = bookings.at(-1) ?? bookings[0];
  const lastHandover = last.minutes - playMinutesOf(last, handoverOf(board));
  const sum = (amount: (booking: BoardBooking) => number) =>
    bookings.reduce((total, booking) => total + amount(booking), 0);
  const arrived = bookings.find(({ attendance }) => attendance === 'arrived');
  const due_paise = sum((booking) => booking.due_paise);
  const facts = {
    // The bar is over only when all of its hours are.
    status: bookings.find(({ status }) => status === 'confirmed')?.status ?? bookings[0].status,
    attendance: arrived?.attendance ?? (bookings.every(({ attendance }) => attendance === 'absent') ? 'absent' : null),
    due_paise,
    startsAt: place.startsAt,
    endsAt: place.endsAt,
  } as const;
  return {
    ...place,
    kind: 'booking',
    bookings,
    state: cellState(facts, now),
    name: bookings[0].name,
    due_paise,
    kept_paise: sum((booking) => booking.paid_paise - booking.returned_paise),
    arrived_at: arrived?.attendance_at ?? null,
    first_visit: bookings.some((booking) => booking.first_visit),
    has_notes: bookings.some((booking) => booking.notes > 0),
    isPlayOver: now >= place.endsAt - lastHandover * 60_000,
    is_weekly: bookings.some((booking) => booking.weekly),
    part: parts.get(entry.key) ?? null,
  };
}
