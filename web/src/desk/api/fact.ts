import type { Board } from './board';
import type { RequestBody } from './client';

/** A fact as it is sent to the server. */
export type SentFact = RequestBody<'post', '/api/desk/venues/{venue}/sync'>['facts'][number];
/** The kind of a fact: what happened. */
export type FactKind = SentFact['what'];
export type PaymentFact = Extract<FactKind, { kind: 'payment' }>;

/** Why the server refused a fact. */
export interface Refusal {
  code: string;
  params: Record<string, unknown>;
  /** The amount that the booking owes now, in paise; null if the server did not say. */
  due_paise: number | null;
}

/** A fact that waits on this device for the server, or for a decision. */
export interface QueuedFact extends SentFact {
  /** The place of the fact in the queue of this device. */
  seq?: number;
  venue: number;
  /** The person who wrote it down: only their own session sends it. */
  staff: { id: string; name: string };
  /** The booking, of a scan the one that the pass names; null if it is not known. */
  order: string | null;
  /** Says whose booking it is, where and when. */
  label: string;
  refusal: Refusal | null;
}

/** A board as it will be once the facts of this device are sent; the same board if none is about it. */
export function withQueued(board: Board, facts: readonly QueuedFact[]): Board {
  const own = facts.filter(({ venue, refusal, order }) => venue === board.venue && refusal === null && order !== null);
  const isAbout = own.some(({ order }) => board.bookings.some((booking) => booking.order === order));
  if (!isAbout) return board;
  const bookings = board.bookings.map((booking) =>
    own.filter(({ order }) => order === booking.order).reduce((now, fact) => withFact(now, fact), booking),
  );
  return { ...board, bookings };
}

function withFact(booking: Board['bookings'][number], { what, at, offset_ms }: QueuedFact): Board['bookings'][number] {
  const when = new Date(Date.parse(at) + offset_ms).toISOString();
  switch (what.kind) {
    case 'attendance':
      return what.state === 'none'
        ? { ...booking, attendance: null, attendance_at: null }
        : { ...booking, attendance: what.state, attendance_at: when };
    case 'scan':
      return booking.attendance === 'arrived' ? booking : { ...booking, attendance: 'arrived', attendance_at: when };
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
