/** Milliseconds after the start at which a player who has not arrived counts as late. */
const LATE_MILLISECONDS = 10 * 60_000;

/**
 * The state that a booking's cell shows. `due` and `paid`: expected. `here`: arrived before the start. `on_court`:
 * playing. `late`: not arrived 10 minutes after the start. `unmarked`: over, and no attendance was recorded. `played` and
 * `no_show`: as the closed day says, or before that as the attendance says. `cancelled`: keeps no court, also while it waits for its
 * refund.
 */
export type CellState = 'due' | 'paid' | 'here' | 'on_court' | 'late' | 'unmarked' | 'played' | 'no_show' | 'cancelled';

/** The facts of a booking that its state depends on; instants in milliseconds of the server's clock. */
export interface BookingFacts {
  status: string;
  attendance: 'arrived' | 'absent' | null;
  due_paise: number;
  startsAt: number;
  endsAt: number;
}

/** The state of a booking at an instant. At the instant of its end it is over. */
export function cellState(booking: BookingFacts, now: number): CellState {
  const { status, attendance, due_paise, startsAt, endsAt } = booking;
  if (status === 'completed') return 'played';
  if (status === 'no_show') return 'no_show';
  if (status !== 'confirmed') return 'cancelled';
  if (attendance === 'absent') return 'no_show';
  if (now >= endsAt) return attendance === 'arrived' ? 'played' : 'unmarked';
  if (attendance === 'arrived') return now < startsAt ? 'here' : 'on_court';
  if (now >= startsAt + LATE_MILLISECONDS) return 'late';
  return due_paise > 0 ? 'due' : 'paid';
}

/** Whether the players of a game can be checked in: from `checkInMinutes` before its start on. */
export function isCheckInOpen(startsAt: number, now: number, checkInMinutes: number): boolean {
  return now >= startsAt - checkInMinutes * 60_000;
}

/** Whole minutes since the start; 0 before it. */
export function minutesLate(startsAt: number, now: number): number {
  return Math.max(0, Math.floor((now - startsAt) / 60_000));
}
