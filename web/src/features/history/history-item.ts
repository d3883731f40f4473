import type { components } from '@/api/schema';
import { cardDay, splitCardDate } from '@/lib/dates';
import type { historyTabs } from '@/lib/search';
import { historyTexts } from './texts';

/** A booking as /user/getBookingHistory lists it; older servers leave fields out. */
export type BookingRecord = Partial<components['schemas']['BookingRecord']>;

/** One of the tabs; only court bookings exist so far (spec §1). */
export type HistoryTab = (typeof historyTabs)[number];

/** One line of the list (spec §3, list item). */
export interface HistoryItem {
  /** Sequence from 1. */
  id: number;
  type: Exclude<HistoryTab, 'All'>;
  typeTitle: string;
  title: string;
  location: string;
  date: string;
  time: string;
  /** Null when the booking has no picture: the list draws its own. */
  image: string | null;
  status: string | undefined;
  orderId: string;
  /** The part after the '#', for addresses; null when the order has no id. */
  orderNumber: string | null;
  booking: BookingRecord;
}

/** Builds the list items, in the order of the answer. */
export function historyItems(records: readonly BookingRecord[]): HistoryItem[] {
  return records.map((booking, at) => ({
    id: at + 1,
    type: 'Courts',
    typeTitle: historyTexts.courtBooking,
    title: booking.venue ?? '',
    location: booking.location || historyTexts.unknownLocation,
    ...dateAndTime(booking.carddate),
    image: booking.image || null,
    status: booking.cancelled_by === 'venue' ? 'closed' : booking.status,
    orderId: booking.order_id || historyTexts.notGiven,
    orderNumber: booking.order_id ? booking.order_id.replace(/^#/, '') : null,
    booking,
  }));
}

function dateAndTime(carddate: string | undefined): { date: string; time: string } {
  const { date, time } = splitCardDate(carddate);
  return { date: cardDay(date), time };
}

/** The items that a tab shows. */
export function inTab(items: readonly HistoryItem[], tab: HistoryTab): HistoryItem[] {
  return items.filter((item) => tab === 'All' || item.type === tab);
}

/**
 * Splits what is still to be played from everything else; inside both, the order of the answer stays.
 */
export function byTime(items: readonly HistoryItem[], now: number): { upcoming: HistoryItem[]; past: HistoryItem[] } {
  const upcoming = items.filter((item) => isAhead(item, now));
  const past = items.filter((item) => !isAhead(item, now));
  return { upcoming, past };
}

/** The game that comes first among what is ahead and surely booked; null when there is none. */
export function nextGame(items: readonly HistoryItem[], now: number): HistoryItem | null {
  const booked = items.filter((item) => isAhead(item, now) && item.booking.status === 'confirmed');
  return booked.reduce<HistoryItem | null>(
    (first, item) => (first === null || startOf(item) < startOf(first) ? item : first),
    null,
  );
}

function startOf({ booking }: HistoryItem): number {
  return Date.parse(booking.starts_at ?? '');
}

function isAhead(item: HistoryItem, now: number): boolean {
  const { status } = item.booking;
  return (status === 'confirmed' || status === 'held') && startOf(item) > now;
}
