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
  /** Whether this device alone decided, because no answer came, the server failed, or the clerk let the players in without it. */
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
  /** From how many minutes before the start on players can be checked in. */
  checkInMinutes: number;
  /** The last boards of the venue's present day and of the day of the pass, in this order, as far as this device has them. */
  boards: readonly Board[];
  /** The facts that wait on this device. */
  queued: readonly QueuedFact[];
  /** The server's time in milliseconds. */
  now: number;
  /** Whether the clerk lets the players in despite one of the outcomes in `ADMITTABLE_LOCALLY`. */
  isLetIn?: boolean;
}

/**
 * The outcome of a pass that only this device has read. The conditions are those of the server
 * (crates/domain/src/check_in.rs), as far as this device knows what they need.
 */
export function localOutcome(reading: Reading, known: Known): ScanOutcome {
  if (reading.kind !== 'genuine') return local(reading.kind);
  const { pass } = reading;
  for (const board of known.boards) {
    const gone = board.cancelled.find(({ order }) => order === pass.order);
    if (gone !== undefined) return local('cancelled', gone.at === null ? {} : { at: gone.at });
    // A closure has cancelled it: the player may have another court or hour, perhaps on no board here.
    const lost = board.displaced.find(({ order }) => order === pass.order);
    if (lost !== undefined) return outcomeInstead(lost, pass, known) ?? local('cancelled');
    const outcome = outcomeOn(board, pass.order, pass, known);
    if (outcome !== undefined) return outcome;
  }
  return unlistedOutcome(pass, known);
}

/** The outcome of a pass for the booking with a number on a board; undefined if it is not on that board. */
function outcomeOn(board: Board, order: string, pass: Pass, known: Known): ScanOutcome | undefined {
  const found = withQueued(board, known.queued).bookings.find((booking) => booking.order === order);
  return found && listedOutcome(pass, board, found, known);
}

/** The outcome of a pass for the booking in place of one that lost its court; undefined if none of the boards has it. */
function outcomeInstead(lost: Board['displaced'][number], pass: Pass, known: Known): ScanOutcome | undefined {
  const { new: place } = lost;
  if (place === null) return undefined;
  for (const board of known.boards) {
    // The booking in place of a lost one can lose its court, too.
    const lostAgain = board.displaced.find(({ order }) => order === place.order);
    if (lostAgain !== undefined) return outcomeInstead(lostAgain, pass, known);
    const outcome = outcomeOn(board, place.order, pass, known);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function local(code: OutcomeCode, params: ScanParams = {}, who: OutcomeBooking | null = null): ScanOutcome {
  return { code, params, who, booking: null, isLocal: true };
}

/** The game of a pass. Instants are milliseconds of the server's clock. */
interface Game {
  startsAt: number;
  endsAt: number;
  /** The day and the minute of its start at the venue, and the name of its court if it is known. */
  at: { day: string; minute: number; court?: string };
  who: OutcomeBooking | null;
}

/** When check-in for a game begins, whether that is still ahead, and whether the game has ended. */
function windowOf({ startsAt, endsAt }: Game, { now, checkInMinutes }: Known) {
  const opensAt = startsAt - checkInMinutes * 60_000;
  return { opensAt, isEarly: now < opensAt, isOver: now >= endsAt };
}

/**
 * The outcome of a pass for another day; null for the present one. A game of the next day whose check-in has begun, and one of
 * the day before that is still on, count as today's.
 */
function otherDayOutcome(game: Game, known: Known): ScanOutcome | null {
  const { isEarly, isOver } = windowOf(game, known);
  const isToday = game.at.day === dayIn(known.zone, new Date(known.now));
  return !isToday && (isEarly || isOver) ? local('wrong_day', game.at, game.who) : null;
}

/** The outcome of a pass that is shown before check-in for its game begins; null from then on. */
function earlyOutcome(game: Game, known: Known): ScanOutcome | null {
  const { opensAt, isEarly } = windowOf(game, known);
  return isEarly ? local('too_early', { at: new Date(opensAt).toISOString() }, game.who) : null;
}

/** The outcome of a pass whose game has ended, unless the clerk lets the players in; null until then. */
function overOutcome(game: Game, known: Known): ScanOutcome | null {
  const { isOver } = windowOf(game, known);
  return isOver && !known.isLetIn ? local('over', { at: new Date(game.endsAt).toISOString() }, game.who) : null;
}

const courtOf = (board: Board | undefined, court: number) => board?.courts.find(({ id }) => id === court)?.name;

/** The outcome of a pass whose booking is on no board, perhaps because it is newer than the board. */
function unlistedOutcome({ order, startsAt, court }: Pass, known: Known): ScanOutcome {
  const { venue, zone, queued, boards, now, isLetIn = false } = known;
  const start = new Date(startsAt);
  const day = dayIn(zone, start);
  const minute = minutesIn(zone, start);
  const board = boards.find((one) => one.day === day) ?? boards[0];
  const name = courtOf(board, court);
  const game: Game = {
    startsAt,
    endsAt: startsAt + longestOf(board, day < dayIn(zone, new Date(now))),
    at: { day, minute, ...(name && { court: name }) },
    who: null,
  };
  const otherDay = otherDayOutcome(game, known);
  if (otherDay !== null) return otherDay;
  const arrivedAt = queuedArrival(queued, venue, order);
  if (arrivedAt !== null) return local('already_in', { at: arrivedAt });
  if (board !== undefined && name === undefined) return local('other_venue');
  // The clerk decides first: the booking may have been moved, and its present time is not known here.
  if (board !== undefined && isTaken(board, court, startsAt) && !isLetIn) {
    return local('court_taken', { minute, court: name });
  }
  return earlyOutcome(game, known) ?? overOutcome(game, known) ?? local('real_unlisted');
}

/**
 * How long a booking that is on no board lasts at most, in milliseconds: one slot. Without a board that is not known: a game
 * of today may still be on, and one of the day before counts as over.
 */
function longestOf(board: Board | undefined, isDayBefore: boolean): number {
  if (board !== undefined) return board.slot_minutes * 60_000;
  return isDayBefore ? 0 : Infinity;
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

/** The outcome of a pass whose booking is on a board. */
function listedOutcome(pass: Pass, board: Board, found: BoardBooking, known: Known): ScanOutcome {
  const { now, zone, isLetIn = false } = known;
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
  const at = board.starts.find((start) => start.minute === minute)?.at;
  const startsAt = at === undefined ? pass.startsAt : Date.parse(at);
  const slot = { day: board.day, minute, court };
  const game: Game = { startsAt, endsAt: startsAt + minutes * 60_000, at: slot, who };
  if (status === 'cancel_requested') return local('cancelled', {}, who);
  if (status !== 'confirmed') {
    const isToday = board.day === dayIn(zone, new Date(now));
    return isToday ? local('day_closed', {}, who) : local('wrong_day', slot, who);
  }
  const isIn = attendance === 'arrived';
  const isMoved = found.court !== pass.court || startsAt !== pass.startsAt;
  if (isMoved && !isIn && !isLetIn) return local('moved', slot, who);
  const otherDay = otherDayOutcome(game, known);
  if (otherDay !== null) return otherDay;
  if (isIn) return local('already_in', { ...(attendance_at && { at: attendance_at }) }, who);
  const outside = earlyOutcome(game, known) ?? overOutcome(game, known);
  if (outside !== null) return outside;
  if (due_paise > 0 && !isLetIn) return local('due', { amount_paise: due_paise }, who);
  return local('real_pass', {}, who);
}
