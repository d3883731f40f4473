import type { Board, BoardBooking } from '@/desk/api/board';
import type { Booking } from '@/desk/api/bookings';
import { queuedArrival, withQueued, type QueuedFact } from '@/desk/api/fact';
import type { ScanAnswer, ScanCode, ScanParams } from '@/desk/api/scans';
import { dayIn, minutesIn } from '@/lib/dates';
import type { Pass, Reading } from './read-pass';

/** What a scan led to: one of the server's codes, or one of this device alone. */
export type OutcomeCode = ScanCode | 'real_pass' | 'real_unlisted' | 'unverified';

/** The outcomes of this device alone after which a clerk may still let the players in. */
export const ADMITTABLE_LOCALLY: readonly OutcomeCode[] = ['due', 'moved'];

/** The booking of an outcome: who comes, where and when. */
export interface OutcomeBooking {
  order: string;
  version: number;
  name: string;
  court: string;
  minute: number;
  due_paise: number;
}

/** The result of a scanned pass on the screen. */
export interface ScanOutcome {
  code: OutcomeCode;
  params: ScanParams;
  who: OutcomeBooking | null;
  /** The whole booking from the server; null if the server sent none. */
  booking: Booking | null;
  /** Whether this device alone decided, because no answer came. */
  isLocal: boolean;
  /** Whether the arrival was written down on this device and waits to be sent. */
  isWrittenDown?: boolean;
}

/** The outcome of an answer of the server. */
export function outcomeOf({ code, params, booking }: ScanAnswer): ScanOutcome {
  const who = booking && {
    order: booking.order,
    version: booking.version,
    name: booking.player.name,
    court: booking.court.name,
    minute: booking.minute,
    due_paise: booking.due_paise,
  };
  return { code, params, who, booking, isLocal: false };
}

/** What this device knows when no answer of the server comes. */
export interface Known {
  venue: number;
  /** The time zone of the venue. */
  zone: string;
  /** The last board of the venue's present day; undefined if this device has none. */
  board: Board | undefined;
  /** The facts that wait on this device. */
  queued: readonly QueuedFact[];
  /** The server's time in milliseconds. */
  now: number;
}

/** The outcome of a pass that only this device has read. */
export function localOutcome(reading: Reading, known: Known): ScanOutcome {
  if (reading.kind !== 'genuine') return local(reading.kind);
  const { pass } = reading;
  const board = known.board && withQueued(known.board, known.queued);
  const gone = board?.cancelled.find(({ order }) => order === pass.order);
  if (gone !== undefined) return local('cancelled', gone.at === null ? {} : { at: gone.at });
  const found = board?.bookings.find(({ order }) => order === pass.order);
  if (board === undefined || found === undefined) return unlistedOutcome(pass, board, known);
  return listedOutcome(pass, board, found);
}

function local(code: OutcomeCode, params: ScanParams = {}, who: OutcomeBooking | null = null): ScanOutcome {
  return { code, params, who, booking: null, isLocal: true };
}

const courtOf = (board: Board | undefined, court: number) => board?.courts.find(({ id }) => id === court)?.name;

/** The outcome of a pass whose booking is not on the board, perhaps because it is newer than the board. */
function unlistedOutcome(
  { order, startsAt, court }: Pass,
  board: Board | undefined,
  { venue, zone, queued, now }: Known,
): ScanOutcome {
  const start = new Date(startsAt);
  const day = dayIn(zone, start);
  const minute = minutesIn(zone, start);
  const name = courtOf(board, court);
  if (day !== dayIn(zone, new Date(now))) return local('wrong_day', { day, minute, ...(name && { court: name }) });
  const arrivedAt = queuedArrival(queued, venue, order);
  if (arrivedAt !== null) return local('already_in', { at: arrivedAt });
  return local(board === undefined || name !== undefined ? 'real_unlisted' : 'other_venue');
}

/** The outcome of a pass whose booking is on the board. */
function listedOutcome({ startsAt, court }: Pass, board: Board, found: BoardBooking): ScanOutcome {
  const who: OutcomeBooking = {
    order: found.order,
    version: found.version,
    name: found.name,
    court: courtOf(board, found.court) ?? '',
    minute: found.minute,
    due_paise: found.due_paise,
  };
  if (found.status === 'cancel_requested') return local('cancelled', {}, who);
  if (found.attendance === 'arrived')
    return local('already_in', { ...(found.attendance_at && { at: found.attendance_at }) }, who);
  const at = board.starts.find(({ minute }) => minute === found.minute)?.at;
  if (found.court !== court || (at !== undefined && Date.parse(at) !== startsAt)) {
    return local('moved', { day: board.day, minute: found.minute, court: who.court }, who);
  }
  if (found.due_paise > 0) return local('due', { amount_paise: found.due_paise }, who);
  return local('real_pass', {}, who);
}
