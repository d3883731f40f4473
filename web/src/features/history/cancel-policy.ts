import type { OrderInfo } from '@/api/order-info';
import { dateTimeText } from '@/lib/dates';
import { roundToPaise, rupees } from '@/lib/money';
import { keptAmount } from './kept-amount';
import { dayOf, refundsOf } from './refund-steps';
import { cancelTexts } from './texts';

/** The state of a booking's cancellation (spec §4, booking status values for cancel). */
export type CancelState = 'can-cancel' | 'requested' | 'cancelled' | 'over';

/**
 * `over` is a game that has begun, or an order that never became a booking. `can-cancel` does not consider the server's
 * cut-off.
 */
export function cancelState(order: Pick<OrderInfo, 'status' | 'starts_at' | 'server_time'>): CancelState {
  switch (order.status) {
    case 'cancel_requested':
      return 'requested';
    case 'cancelled':
      return 'cancelled';
    case 'confirmed':
      return Date.parse(order.starts_at) > Date.parse(order.server_time) ? 'can-cancel' : 'over';
    default:
      return 'over';
  }
}

/** The cost and refund of a cancellation now, in a sentence; and whether the server would refuse it. */
export function cancelPolicy(
  order: Pick<
    OrderInfo,
    'can_cancel' | 'refund_amount' | 'refund_at_desk' | 'refund_due' | 'paid_amount' | 'bank_charge' | 'cancel_before'
  >,
  zone: string,
): { text: string; late: boolean } {
  if (!order.can_cancel) {
    return { text: cancelTexts.policyLate(dateTimeText(order.cancel_before, zone)), late: true };
  }
  const until = cancelTexts.policyUntil(dateTimeText(order.cancel_before, zone));
  // A pass that was kept by an earlier version of the app does not say what was paid.
  const paid = order.paid_amount ?? 0;
  if (paid <= 0) return { text: `${cancelTexts.policyFree} ${until}`, late: false };
  const kept = keptAmount(order);
  const money =
    kept > 0
      ? cancelTexts.policyPaid(rupees(order.refund_amount), rupees(paid), rupees(kept))
      : cancelTexts.policyWhole(rupees(order.refund_amount));
  const sent = order.refund_due ? [cancelTexts.policySentOn(dayOf(order.refund_due, zone))] : [];
  return { text: [money, ...sent, ...deskNote(order), until].join(' '), late: false };
}

/**
 * What of the refund waits at the desk, as a sentence; none if all of it is sent. A pass that was kept by an earlier
 * version of the app does not say it.
 */
function deskNote({ refund_amount, refund_at_desk }: Pick<OrderInfo, 'refund_amount' | 'refund_at_desk'>): string[] {
  const atDesk = refund_at_desk ?? 0;
  if (atDesk <= 0) return [];
  return [atDesk < refund_amount ? cancelTexts.policyPartAtDesk(rupees(atDesk)) : cancelTexts.policyAtDesk];
}

/**
 * What of the refund of a cancelled booking waits at the desk, rupees, and the earliest instant at which one of the
 * other parts is due, ISO 8601; null if none of them has one.
 */
export function refundParts(order: Pick<OrderInfo, 'refund_amount' | 'refund' | 'refunds'>): {
  atDesk: number;
  due: string | null;
} {
  const sent = refundsOf(order).filter(({ at_desk }) => !at_desk);
  const amount = sent.reduce((total, refund) => total + refund.amount, 0);
  const due = sent.flatMap(({ due_at }) => due_at ?? []).toSorted();
  return { atDesk: Math.max(0, roundToPaise(order.refund_amount - amount)), due: due[0] ?? null };
}

/** The text after a cancellation: the amount of the refund with its day if that is known, and what of it waits at the desk. */
export function refundNote(
  { paid_amount }: Pick<OrderInfo, 'paid_amount'>,
  { refund, atDesk, due }: { refund: number; atDesk: number; due: string | null },
  zone: string,
): string {
  if (refund <= 0) return paid_amount > 0 ? cancelTexts.refundKept(rupees(paid_amount)) : cancelTexts.refundNone;
  const sent = roundToPaise(refund - atDesk);
  const waits = atDesk > 0 ? [cancelTexts.refundAtDesk(rupees(atDesk))] : [];
  if (sent <= 0) return waits.join(' ');
  const comes = due ? cancelTexts.refundOn(rupees(sent), dayOf(due, zone)) : cancelTexts.refundComing(rupees(sent));
  return [comes, ...waits].join(' ');
}
