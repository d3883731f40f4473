import type { Board } from '@/desk/api/board';
import type { Booking } from '@/desk/api/bookings';
import type { ScanAnswer, ScanCode, ScanParams } from '@/desk/api/scans';
import { dayIn, minutesIn } from '@/lib/dates';
import type { Reading } from './read-pass';

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

/** The outcome of a pass that only this device has read, by the last board that it has of the venue's day. */
export function localOutcome(reading: Reading, board: Board | undefined, zone: string, now: number): ScanOutcome {
  const plain = (code: OutcomeCode, params: ScanParams = {}, who: OutcomeBooking | null = null): ScanOutcome => ({
    code,
    params,
    who,
    booking: null,
    isLocal: true,
  });
  if (reading.kind !== 'genuine') return plain(reading.kind);
  const { order, startsAt, court } = reading.pass;
  const gone = board?.cancelled.find((one) => one.order === order);
  if (gone !== undefined) return plain('cancelled', gone.at === null ? {} : { at: gone.at });
  const found = board?.bookings.find((one) => one.order === order);
  const courtOf = (id: number) => board?.courts.find((one) => one.id === id)?.name;
  if (board === undefined || found === undefined) {
    const start = new Date(startsAt);
    const day = dayIn(zone, start);
    const minute = minutesIn(zone, start);
    const name = courtOf(court);
    if (day !== dayIn(zone, new Date(now))) return plain('wrong_day', { day, minute, ...(name && { court: name }) });
    return plain(board === undefined || name !== undefined ? 'real_unlisted' : 'other_venue');
  }
  const who: OutcomeBooking = {
    order,
    version: found.version,
    name: found.name,
    court: courtOf(found.court) ?? '',
    minute: found.minute,
    due_paise: found.due_paise,
  };
  if (found.status === 'cancel_requested') return plain('cancelled', {}, who);
  if (found.attendance === 'arrived')
    return plain('already_in', { ...(found.attendance_at && { at: found.attendance_at }) }, who);
  const at = board.starts.find(({ minute }) => minute === found.minute)?.at;
  if (found.court !== court || (at !== undefined && Date.parse(at) !== startsAt)) {
    return plain('moved', { day: board.day, minute: found.minute, court: who.court }, who);
  }
  if (found.due_paise > 0) return plain('due', { amount_paise: found.due_paise }, who);
  return plain('real_pass', {}, who);
}
