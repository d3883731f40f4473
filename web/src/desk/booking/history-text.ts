import type { Booking } from '@/desk/api/bookings';
import { panelTexts } from './texts';

/** What somebody else has just done to a booking: its last entry. */
export function newsOf({ history }: Booking): string {
  const last = history.at(-1);
  return last === undefined || last.by === null ? panelTexts.changed : panelTexts.didThis(last.by, whatText(last.what));
}

/** What happened, in words; a code that the app does not know as it came. */
export function whatText(what: string): string {
  return Object.hasOwn(panelTexts.what, what) ? panelTexts.what[what as keyof typeof panelTexts.what] : what;
}
