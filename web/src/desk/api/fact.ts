import type { Board, BoardBooking } from './board';
import type { RequestBody } from './client';
import type { components } from './schema';

/** A fact as it is sent to the server. */
export type SentFact = RequestBody<'post', '/api/desk/venues/{venue}/sync'>['facts'][number];
/** The kind of a fact: what happened. */
export type FactKind = SentFact['what'];
export type PaymentFact = Extract<FactKind, { kind: 'payment' }>;
export type DecisionFact = Extract<FactKind, { kind: 'decision' }>;

/** A count of the drawer that may have the cash of a fact. */
export type CountSince = components['schemas']['CountSince'];

/** Why the server refused a fact. */
export interface Refusal {
  code: string;
  params: Record<string, unknown>;
  /** The counts of the drawer since the cash was taken. An earlier version kept only the time of the first one, the parameter `at`. */
  counts?: readonly CountSince[];
  /** Whether there are later counts, which are not in the list. */
  more_counts?: boolean;
  /** The id of the present drawer as the server named it, if a shift was open. An earlier version did not keep it. */
  drawer?: string;
  /** The amount that the booking owes now, in paise; null if the server did not say. */
  due_paise: number | null;
}

/** A fact that waits on this device for the server, or for a decision. */
export interface QueuedFact extends SentFact {
  /** The place of the fact in the queue of this device. */
  seq?: number;
  venue: number;
  /** The person who wrote it down. */
  staff: { id: string; name: string };
  /** The booking; of a scan the one for which the pass counts, as far as the device knows. Null if it is not known. */
  order: string | null;
  /** Says whose booking it is, where and when. */
  label: string;
  refusal: Refusal | null;
}

/** The facts of a venue's bookings that the server has not refused. */
function unrefused(facts: readonly QueuedFact[], venue: number): readonly QueuedFact[] {
  return facts.filter((fact) => fact.venue === venue && fact.refusal === null && fact.order !== null);
}

/** When the players of an order were let in by the facts of this device, ISO 8601 UTC; null if they were not. */
export function queuedArrival(facts: readonly QueuedFact[], venue: number, order: string): string | null {
  const own = unrefused(facts, venue).filter((fact) => fact.order === order);
  const unmarked: Attended = { attendance: null, attendance_at: null };
  const { attendance, attendance_at } = own.reduce((now, fact) => withAttendance(now, fact), unmarked);
  return attendance === 'arrived' ? attendance_at : null;
}

/** A board with the facts of this device that the server has not refused; the same board if none is about it. */
export function withQueued(board: Board, facts: readonly QueuedFact[]): Board {
  const own = unrefused(facts, board.venue);
  const isAbout = own.some(({ order }) => board.bookings.some((booking) => booking.order === order));
  if (!isAbout) return board;
  const bookings = board.bookings.map((booking) =>
    own.filter(({ order }) => order === booking.order).reduce((now, fact) => withFact(now, fact), booking),
  );
  return { ...board, bookings };
}

function withFact(booking: BoardBooking, fact: QueuedFact): BoardBooking {
  const { what } = fact;
  switch (what.kind) {
    case 'attendance':
    case 'scan':
      return withAttendance(booking, fact);
    case 'payment': {
      const paid = Math.min(what.amount_paise, booking.due_paise);
      return { ...booking, due_paise: booking.due_paise - paid, paid_paise: booking.paid_paise + paid };
    }
    case 'decision':
      return booking;
    case 'note':
      return { ...booking, notes: booking.notes + 1 };
  }
}

type Attended = Pick<BoardBooking, 'attendance' | 'attendance_at'>;

/** The attendance that a fact records, null if it removes it; undefined for a fact about something else. */
function attendanceIn(what: FactKind): BoardBooking['attendance'] | undefined {
  if (what.kind === 'scan') return 'arrived';
  if (what.kind !== 'attendance') return undefined;
  return what.state === 'none' ? null : what.state;
}

/**
 * What is known about a booking's attendance after a fact; the same object if the fact does not change it. As on the server
 * (crates/app/src/desk/offline/record_arrival.rs), of two arrivals the earlier one counts, and a fact that is older than another
 * state changes nothing. A board says neither when attendance was removed nor when players who were in were let in
 * again, so a fact from before that is shown until it is sent.
 */
function withAttendance<Known extends Attended>(before: Known, { what, at, offset_ms }: QueuedFact): Known {
  const attendance = attendanceIn(what);
  if (attendance === undefined) return before;
  const when = Date.parse(at) + offset_ms;
  const isOlder = before.attendance_at !== null && when < Date.parse(before.attendance_at);
  const isFirstArrival = isOlder && attendance === 'arrived';
  if (attendance === before.attendance ? !isFirstArrival : isOlder) return before;
  return { ...before, attendance, attendance_at: attendance === null ? null : new Date(when).toISOString() };
}
