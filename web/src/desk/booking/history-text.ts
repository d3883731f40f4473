import { courtName } from '@/lib/court-name';
import { chipDay, hourText } from '@/lib/dates';
import type { Booking } from '@/desk/api/bookings';
import { panelTexts } from './texts';

type Entry = Booking['history'][number];
type Place = NonNullable<Entry['details']['from']>;

/**
 * The last entry of a booking's history if it is not in `seen`, the booking as it was read before. A change can add no
 * entry or remove one: the last entry is then of an earlier change, perhaps of another person.
 */
function newEntry({ history }: Booking, seen: Booking | undefined): Entry | undefined {
  const last = history.at(-1);
  if (last === undefined || seen === undefined) return undefined;
  return seen.history.some(({ at, what }) => at === last.at && what === last.what) ? undefined : last;
}

/** Says what another person has done to a booking since it was read as `seen`; without their name if the history does not show it. */
export function lastChangeText(booking: Booking, seen: Booking): string {
  const entry = newEntry(booking, seen);
  return entry === undefined || entry.by === null ? panelTexts.changed : panelTexts.didThis(entry.by, whatText(entry));
}

/**
 * Says that a booking was changed since it was read as `seen`, and by whom if its history shows that; `seen` is undefined if it was
 * not read.
 */
export function changedText(booking: Booking, seen: Booking | undefined): string {
  const by = newEntry(booking, seen)?.by;
  return by ? panelTexts.changedBy(by) : panelTexts.changed;
}

/** Puts an entry into words; a code that the app does not know is returned unchanged. */
export function whatText({ what, details: { from, to, status } }: Entry): string {
  if (what === 'moved' && from && to) return panelTexts.movedFrom(placeText(from, from.day !== to.day));
  if (what === 'extended' && to) return panelTexts.addedHour(hourText(to.minute));
  if (what === 'extension_undone' && from) return panelTexts.undoneHour(hourText(from.minute));
  if (what === 'shortened' && from) return panelTexts.removedHour(hourText(from.minute));
  // A refund is in the history from the moment it is owed.
  if (what === 'refunded' && status && status !== 'processed') return panelTexts.refundOwed;
  return Object.hasOwn(panelTexts.what, what) ? panelTexts.what[what as keyof typeof panelTexts.what] : what;
}

function placeText({ day, minute, court }: Place, withDay: boolean): string {
  const hour = hourText(minute);
  // A court that does not exist any more has no name to show.
  const name = court === null ? '–' : courtName(court);
  return withDay ? panelTexts.placeOnDay(chipDay(day), hour, name) : panelTexts.place(hour, name);
}
