import { rupees } from '@/lib/money';
import type { Found } from '@/desk/api/found';
import { isCancelled } from '@/desk/lib/is-cancelled';
import { findTexts } from './texts';

/** The state of a booking, in short: "₹850 due". */
export function bookingState({ status, due_paise }: Pick<Found['bookings'][number], 'status' | 'due_paise'>): string {
  if (isCancelled(status)) return findTexts.cancelled;
  if (status === 'no_show') return findTexts.noShow;
  return due_paise > 0 ? findTexts.due(rupees(due_paise / 100)) : findTexts.paid;
}
