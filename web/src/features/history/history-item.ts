import type { components } from '@/api/schema';
import { addDays, cardDay, dayIn, splitCardDate } from '@/lib/dates';
import type { historyTabs } from '@/lib/search';
import { historyTexts } from './texts';

/** A booking as /user/getBookingHistory lists it; older servers omit fields. */
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
  /** Null if the booking has no picture. */
  image: string | null;
  status: string | undefined;
  orderId: string;
  /** The part after the '#', for addresses; null when the order has no id. */
  orderNumber: string | null;
  booking: BookingRecord;
}

/** Builds the list items, in the order of the reply. */
export function historyItems(records: readonly BookingRecord[]): HistoryItem[] {
  return records.map((booking, at) => ({
    id: at + 1,
    type: 'Courts',
    typeTitle: historyTexts.courtBooking,
    title: booking.venue ?? '',
    location: booking.location || historyTexts.unknownLocation,
    ...dateAndTime(booking.carddate),
    image: booking.image || null,
    status: booking.unbooked_payment ?? (booking.cancelled_by === 'venue' ? 'closed' : booking.status),
    orderId: booking.order_id || historyTexts.notGiven,
    orderNumber: booking.order_id ? booking.order_id.replace(/^#/, '') : null,
    booking,
  }));
}

function dateAndTime(carddate: string | undefined): { date: string; time: string } {
  const { date, time } = splitCardDate(carddate);
  return { date: cardDay(date), time };
}

/** The items of a tab. */
export function inTab(items: readonly HistoryItem[], tab: HistoryTab): HistoryItem[] {
  return items.filter((item) => tab === 'All' || item.type === tab);
}

/** The sections of the list, in their order. */
export const historyParts = ['payments', 'today', 'thisWeek', 'later', 'past'] as const;

/** One of {@link historyParts}. */
export type HistoryPart = (typeof historyParts)[number];

/** Days that count as this week, today included: each weekday occurs once. */
const WEEK = 7;

/**
 * Groups the list: open payments; upcoming games by the calendar of their venue, the next one first; then past and
 * cancelled ones, the latest first. A game without a zone counts by the operator's.
 */
export function byTime(
  items: readonly HistoryItem[],
  now: number,
  operatorZone: string,
): Record<HistoryPart, HistoryItem[]> {
  const parts: Record<HistoryPart, HistoryItem[]> = { payments: [], today: [], thisWeek: [], later: [], past: [] };
  // A game without a time, as older servers send it, comes last among the past ones.
  const time = (item: HistoryItem) => startOf(item) || 0;
  for (const item of items.toSorted((a, b) => time(a) - time(b))) {
    if (isOpenPayment(item)) parts.payments.push(item);
    else if (!isAhead(item, now)) parts.past.unshift(item);
    else parts[partAhead(item, now, item.booking.timezone ?? operatorZone)].push(item);
  }
  return parts;
}

/** The section of a game that is ahead, by the calendar of its zone. */
function partAhead(item: HistoryItem, now: number, zone: string): HistoryPart {
  const today = dayIn(zone, new Date(now));
  const day = dayIn(zone, new Date(startOf(item)));
  if (day === today) return 'today';
  return day < addDays(today, WEEK) ? 'thisWeek' : 'later';
}

/** An online payment without a booking that has not gone back yet. */
export function isOpenPayment({ booking: { unbooked_payment } }: HistoryItem): boolean {
  return unbooked_payment !== undefined && unbooked_payment !== null && unbooked_payment !== 'refund_processed';
}

/** Marks a confirmed or played booking as paid, or a confirmed one as still to be paid; null for all others, also if they are paid. */
export function paymentMark({ booking }: HistoryItem): 'paid' | 'to-pay' | null {
  const { status, payment_status, total_amount } = booking;
  if (payment_status === undefined || total_amount === undefined || total_amount <= 0) return null;
  if (payment_status === 'paid') return status === 'confirmed' || status === 'completed' ? 'paid' : null;
  return status === 'confirmed' ? 'to-pay' : null;
}

/** Whether a booking can be booked again: its game has begun, and its venue and court are still offered. */
export function canBookAgain(
  { status, starts_at, still_offered }: Pick<BookingRecord, 'status' | 'starts_at' | 'still_offered'>,
  now: number,
): boolean {
  const booked = status !== undefined && status !== 'held' && status !== 'expired' && status !== 'released';
  return booked && still_offered === true && Date.parse(starts_at ?? '') <= now;
}

/** The next upcoming game that is confirmed; null if there is none. */
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
