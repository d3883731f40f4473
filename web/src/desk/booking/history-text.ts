import { courtName } from '@/lib/court-name';
import { chipDay, hourText } from '@/lib/dates';
import type { Booking } from '@/desk/api/bookings';
import { panelTexts } from './texts';

type Entry = Booking['history'][number];
type Place = NonNullable<Entry['details']['from']>;

/** Says what another person has just done to a booking: the last entry of its history. */
export function lastChangeText({ history }: Booking): string {
  const last = history.at(-1);
  return last === undefined || last.by === null ? panelTexts.changed : panelTexts.didThis(last.by, whatText(last));
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
