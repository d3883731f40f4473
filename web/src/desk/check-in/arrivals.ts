import { addDays } from '@/lib/dates';
import { nationalDigits, PHONE_DIGITS } from '@/lib/phone';
import type { Board, BoardBooking, Court } from '@/desk/api/board';
import { cellState, type CellState } from '@/desk/booking/cell-state';
import { LONGEST_SLOT_MINUTES } from '@/desk/lib/slots';

const HOUR_MILLISECONDS = 60 * 60_000;
/** From this minute of a day on the next hour is of the day after. */
const LAST_HOUR = 23 * 60;

/** A booking in the list of arrivals. Instants are milliseconds of the server's clock. */
export interface Arrival {
  booking: BoardBooking;
  court: Court;
  /** The day of its board. */
  day: string;
  state: CellState;
  startsAt: number;
  endsAt: number;
}

/** The bookings that begin at one time, by court. */
export interface ArrivalHour {
  minute: number;
  rows: readonly Arrival[];
  /** The number of bookings whose players have arrived. */
  here: number;
}

/** The games that are on or still begin in this or the next hour, and when the first one after them begins. */
export interface Arrivals {
  hours: readonly ArrivalHour[];
  rows: readonly Arrival[];
  /** The start of the next booking after these hours, minutes of its day; null if the boards have none. */
  next: number | null;
}

/** A booking of a board as a row; null if its court or start is not on the board. */
export function arrivalOf(board: Board, booking: BoardBooking, now: number): Arrival | null {
  const court = board.courts.find(({ id }) => id === booking.court);
  const start = board.starts.find(({ minute }) => minute === booking.minute);
  if (court === undefined || start === undefined) return null;
  const startsAt = Date.parse(start.at);
  const endsAt = startsAt + booking.minutes * 60_000;
  const state = cellState({ ...booking, startsAt, endsAt }, now);
  return { booking, court, day: board.day, startsAt, endsAt, state };
}

/**
 * The other day with games that can be on, or begin in the next hour, at a minute of a day: around midnight that after or before it, else
 * null.
 */
export function otherDayAt(day: string, minute: number): string | null {
  if (minute >= LAST_HOUR) return addDays(day, 1);
  // A game of the day before may still be on.
  return minute < LONGEST_SLOT_MINUTES ? addDays(day, -1) : null;
}

/**
 * The bookings of these boards that are on now, and those that still begin in this hour or the next, without cancelled ones. `minuteNow` is the
 * minute of the venue's day at `now`.
 */
export function arrivalsOf(boards: readonly Board[], now: number, minuteNow: number): Arrivals {
  const hourBegan = now - (now % 60_000) - (minuteNow % 60) * 60_000;
  const until = hourBegan + 2 * HOUR_MILLISECONDS;
  const ahead = boards
    .flatMap((board) =>
      board.bookings
        .filter(({ status }) => status !== 'cancel_requested')
        .map((booking) => arrivalOf(board, booking, now)),
    )
    .filter((arrival) => arrival !== null && arrival.endsAt > now) as Arrival[];
  const rows = ahead
    .filter(({ startsAt }) => startsAt < until)
    .toSorted((one, other) => one.startsAt - other.startsAt || one.court.number - other.court.number);
  const [next] = ahead
    .filter(({ startsAt }) => startsAt >= until)
    .toSorted((one, other) => one.startsAt - other.startsAt);
  const hours = [...new Set(rows.map(({ booking }) => booking.minute))].map((minute) => {
    const own = rows.filter(({ booking }) => booking.minute === minute);
    return { minute, rows: own, here: own.filter(({ booking }) => booking.attendance === 'arrived').length };
  });
  return { hours, rows, next: next?.booking.minute ?? null };
}

/**
 * Finds bookings of a board by the end of the number or phone, or by the beginning of the name or of a word in it. A board has the last
 * digits of a phone only: if it is searched `alone`, without the server, a whole phone finds all bookings with its last digits, unless
 * it is the number of a booking.
 */
export function searchBoard(board: Board, typed: string, alone = false): BoardBooking[] {
  const text = typed.trim().replace(/^#/, '').toLowerCase();
  const digits = text.replaceAll(/[ ()+-]/g, '');
  const isNumber = /^\d+$/.test(digits);
  const phone = nationalDigits(text);
  // A mobile number begins with 6 to 9.
  const isPhone =
    isNumber &&
    phone.length === PHONE_DIGITS &&
    /^[6-9]/.test(phone) &&
    !board.bookings.some(({ order }) => order === digits);
  const hasTail = (tail: string) =>
    digits.length <= tail.length ? tail.endsWith(digits) : alone && isPhone && phone.endsWith(tail);
  return board.bookings.filter(({ order, phone_tail, name }) =>
    isNumber
      ? order.endsWith(digits) || (phone_tail !== null && hasTail(phone_tail))
      : name.toLowerCase().startsWith(text) ||
        name
          .toLowerCase()
          .split(' ')
          .some((word) => word.startsWith(text)),
  );
}
