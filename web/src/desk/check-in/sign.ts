import type { Board } from '@/desk/api/board';
import type { Booking } from '@/desk/api/bookings';
import type { ScanAnswer, ScanCode, ScanParams } from '@/desk/api/scans';
import { dayIn, minutesIn } from '@/lib/dates';
import type { Reading } from './read-pass';

/** The outcome that a sign shows: one of the server, or one of this device alone. */
export type SignCode = ScanCode | 'real_pass' | 'real_unlisted' | 'unverified';

/** The outcomes of this device alone after which a clerk may still let the players in. */
export const OPEN_LOCALLY: readonly SignCode[] = ['due', 'moved'];

/** The booking of a sign: who comes, where and when. */
export interface SignBooking {
  order: string;
  name: string;
  court: string;
  minute: number;
  due_paise: number;
}

/** The result of a scanned pass on the screen. */
export interface Sign {
  code: SignCode;
  params: ScanParams;
  who: SignBooking | null;
  /** The whole booking from the server; null if the server sent none. */
  booking: Booking | null;
  /** Whether this device alone decided, because no answer came. */
  isLocal: boolean;
  /** Whether the arrival was written down on this device and waits to be sent. */
  isWrittenDown?: boolean;
}

/** The sign of an answer of the server. */
export function signOf({ code, params, booking }: ScanAnswer): Sign {
  const who = booking && {
    order: booking.order,
    name: booking.player.name,
    court: booking.court.name,
    minute: booking.minute,
    due_paise: booking.due_paise,
  };
  return { code, params, who, booking, isLocal: false };
}

/** The sign of a pass that only this device has read, by the last board that it has of the venue's day. */
export function localSign(reading: Reading, board: Board | undefined, zone: string, now: number): Sign {
  const plain = (code: SignCode, params: ScanParams = {}, who: SignBooking | null = null): Sign => ({
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
  const who: SignBooking = {
    order,
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
