import type { Board, BoardBooking } from '@/desk/api/board';
import type { Booking } from '@/desk/api/bookings';
import { queuedArrival, withQueued, type QueuedFact } from '@/desk/api/fact';
import type { ScanAnswer, ScanCode, ScanParams } from '@/desk/api/scans';
import { dayIn, minutesIn } from '@/lib/dates';
import type { Pass, Reading } from './read-pass';

/** What a scan led to: one of the server's codes, or one of this device alone. */
export type OutcomeCode = ScanCode | 'real_pass' | 'real_unlisted' | 'court_taken' | 'unverified';

/** The outcomes of this device alone after which a clerk may still let the players in. */
export const ADMITTABLE_LOCALLY: readonly OutcomeCode[] = ['due', 'moved', 'over', 'court_taken'];

/**
 * How long before the start players may arrive, in milliseconds. The server sends no such limit, so this is the default of its
 * setting `business.check_in_minutes` (crates/app/src/platform/settings/mod.rs).
 */
const CHECK_IN_MILLISECONDS = 180 * 60_000;

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
  /** Whether the clerk lets the players in although the booking was moved, is over or owes money. */
  isLetIn?: boolean;
}

/**
 * The outcome of a pass that only this device has read. The conditions and their order are those of the server
 * (crates/domain/src/check_in.rs), as far as this device knows what they need. The server still refuses an arrival that was written
 * down if its `business.check_in_minutes` are fewer, or the booking was changed since the board was read.
 */
export function localOutcome(reading: Reading, known: Known): ScanOutcome {
  if (reading.kind !== 'genuine') return local(reading.kind);
  const { pass } = reading;
  const board = known.board && withQueued(known.board, known.queued);
  const gone = board?.cancelled.find(({ order }) => order === pass.order);
  if (gone !== undefined) return local('cancelled', gone.at === null ? {} : { at: gone.at });
  // A closure has cancelled it: the player waits, chose another hour, or gets the money.
  if (board?.displaced.some(({ order }) => order === pass.order) === true) return local('cancelled');
  const found = board?.bookings.find(({ order }) => order === pass.order);
  if (board === undefined || found === undefined) return unlistedOutcome(pass, board, known);
  return listedOutcome(pass, board, found, known);
}

function local(code: OutcomeCode, params: ScanParams = {}, who: OutcomeBooking | null = null): ScanOutcome {
  return { code, params, who, booking: null, isLocal: true };
}

/** The outcome of a pass that is shown before check-in for its game begins; null from then on. */
function earlyOutcome(startsAt: number, now: number, who: OutcomeBooking | null = null): ScanOutcome | null {
  const opensAt = startsAt - CHECK_IN_MILLISECONDS;
  return now < opensAt ? local('too_early', { at: new Date(opensAt).toISOString() }, who) : null;
}

const courtOf = (board: Board | undefined, court: number) => board?.courts.find(({ id }) => id === court)?.name;

/** The outcome of a pass whose booking is not on the board, perhaps because it is newer than the board. */
function unlistedOutcome(
  { order, startsAt, court }: Pass,
  board: Board | undefined,
  { venue, zone, queued, now, isLetIn = false }: Known,
): ScanOutcome {
  const start = new Date(startsAt);
  const day = dayIn(zone, start);
  const minute = minutesIn(zone, start);
  const name = courtOf(board, court);
  // The board of another day is not read: the server alone admits to a game around midnight.
  if (day !== dayIn(zone, new Date(now))) return local('wrong_day', { day, minute, ...(name && { court: name }) });
  const arrivedAt = queuedArrival(queued, venue, order);
  if (arrivedAt !== null) return local('already_in', { at: arrivedAt });
  if (board !== undefined && name === undefined) return local('other_venue');
  // The clerk is asked first: the booking may have been moved, and its present time is not known here.
  if (board !== undefined && isTaken(board, court, startsAt) && !isLetIn) {
    return local('court_taken', { minute, court: name });
  }
  const early = earlyOutcome(startsAt, now);
  if (early !== null) return early;
  // Each booking lasts one slot; without a board it is not known how long that is.
  const endsAt = board === undefined ? Infinity : startsAt + board.slot_minutes * 60_000;
  if (now >= endsAt && !isLetIn) return local('over', { at: new Date(endsAt).toISOString() });
  return local('real_unlisted');
}

/** Whether a booking of the board has this court at an instant. */
function isTaken({ bookings, starts }: Board, court: number, instant: number): boolean {
  return bookings.some((booking) => {
    const at = starts.find(({ minute }) => minute === booking.minute)?.at;
    if (at === undefined || booking.court !== court || booking.status === 'cancel_requested') return false;
    const startsAt = Date.parse(at);
    return startsAt <= instant && instant < startsAt + booking.minutes * 60_000;
  });
}

/** The outcome of a pass whose booking is on the board. */
function listedOutcome(pass: Pass, board: Board, found: BoardBooking, { now, isLetIn = false }: Known): ScanOutcome {
  const { status, attendance, attendance_at, minute, minutes, due_paise } = found;
  const court = courtOf(board, found.court) ?? '';
  const who: OutcomeBooking = {
    order: found.order,
    version: found.version,
    name: found.name,
    court,
    minute,
    due_paise,
  };
  if (status === 'cancel_requested') return local('cancelled', {}, who);
  if (status !== 'confirmed') return local('day_closed', {}, who);
  if (attendance === 'arrived') return local('already_in', { ...(attendance_at && { at: attendance_at }) }, who);
  const at = board.starts.find((start) => start.minute === minute)?.at;
  const startsAt = at === undefined ? pass.startsAt : Date.parse(at);
  const isMoved = found.court !== pass.court || startsAt !== pass.startsAt;
  if (isMoved && !isLetIn) return local('moved', { day: board.day, minute, court }, who);
  const early = earlyOutcome(startsAt, now, who);
  if (early !== null) return early;
  const endsAt = startsAt + minutes * 60_000;
  if (now >= endsAt && !isLetIn) return local('over', { at: new Date(endsAt).toISOString() }, who);
  if (due_paise > 0 && !isLetIn) return local('due', { amount_paise: due_paise }, who);
  return local('real_pass', {}, who);
}
