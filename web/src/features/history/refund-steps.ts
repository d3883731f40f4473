import { givenBackTexts } from '@/api/given-back-texts';
import type { OrderInfo } from '@/api/order-info';
import { dayAndMonth, dayIn, longDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { refundTexts } from './texts';

/** A refund as the server returns it. */
export type Refund = NonNullable<OrderInfo['refund']>;

/**
 * All parts of the money that goes back, without second payments, which have a list of their own. A pass that was kept by an earlier
 * version of the app has one refund at most, or no such list.
 */
export function refundsOf({
  refund,
  refunds,
  second_payments,
}: Pick<OrderInfo, 'refund' | 'refunds'> & Partial<Pick<OrderInfo, 'second_payments'>>): Refund[] {
  const all = refunds ?? (refund ? [refund] : []);
  return second_payments === undefined ? all : all.filter(({ reason }) => reason !== 'paid_twice');
}

/** One step of a refund. */
export interface RefundStep {
  name: string;
  /** The day of the step, past or expected; null if it is unknown. */
  day: string | null;
  state: 'done' | 'ahead' | 'failed';
}

/** The day of an instant in the venue's zone: "Fri, 27 Nov". */
export function dayOf(iso: string, zone: string): string {
  return dayAndMonth(dayIn(zone, new Date(iso)));
}

/**
 * The steps of a refund, in order. A day of another year than `now` has its year: a booking stays in the history for
 * years.
 */
export function refundSteps(refund: Refund, zone: string, now: number): RefundStep[] {
  const year = dayIn(zone, new Date(now)).slice(0, 4);
  const day = (iso: string | null | undefined) => {
    if (!iso) return null;
    const its = dayIn(zone, new Date(iso));
    return its.startsWith(year) ? dayAndMonth(its) : longDay(its);
  };
  const sent = refund.status === 'issued' || refund.status === 'processed';
  const failed = refund.status === 'failed';
  if (refund.given_back_by) {
    return [
      { name: refundTexts.promised, day: day(refund.approved_at), state: 'done' },
      { name: refundTexts.givenBack, day: day(refund.ended_at), state: 'done' },
    ];
  }
  if (refund.at_desk) {
    return [
      { name: refundTexts.promised, day: day(refund.approved_at), state: 'done' },
      { name: refundTexts.givenBack, day: null, state: 'ahead' },
    ];
  }
  return [
    { name: refundTexts.promised, day: day(refund.approved_at), state: 'done' },
    failed
      ? { name: refundTexts.notSent, day: day(refund.ended_at), state: 'failed' }
      : { name: refundTexts.sent, day: day(refund.issued_at ?? refund.due_at), state: sent ? 'done' : 'ahead' },
    {
      name: refundTexts.withBank,
      day: refund.status === 'processed' ? day(refund.ended_at) : null,
      state: refund.status === 'processed' ? 'done' : 'ahead',
    },
  ];
}

/** What happens next to a refund, in a sentence. */
export function refundText(refund: Refund, zone: string, now: number): string {
  const amount = rupees(refund.amount);
  switch (refund.status) {
    case 'approved':
      if (refund.at_desk) return refundTexts.waitsAtDesk(amount);
      return refund.due_at && Date.parse(refund.due_at) > now
        ? refundTexts.goesBackOn(amount, dayOf(refund.due_at, zone))
        : refundTexts.goesBackNow(amount);
    case 'issued':
      return refundTexts.onItsWay(amount);
    case 'processed':
      return refund.given_back_by ? givenBackTexts[refund.given_back_by](amount) : refundTexts.wentBack(amount);
    case 'failed':
      return refundTexts.failed(amount);
  }
}
