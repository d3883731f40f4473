import type { OrderInfo } from '@/api/order-info';
import type { Tone } from '@/ui/Notice';
import { detailsTexts } from './texts';

/** Statuses of an order that is not a booking. */
export const UNBOOKED: ReadonlySet<OrderInfo['status']> = new Set(['held', 'released', 'expired'] as const);

/** The line on top of the details: green only for a confirmed booking (spec §2). */
export function statusBanner({
  status,
  cancelled_by,
  hold_closed,
  online_payment,
}: Pick<OrderInfo, 'status' | 'cancelled_by'> & Partial<Pick<OrderInfo, 'hold_closed' | 'online_payment'>>): {
  tone: Tone;
  title: string;
} {
  if (cancelled_by === 'venue') return { tone: 'bad', title: detailsTexts.closed };
  const unbooked = UNBOOKED.has(status) ? online_payment?.state : undefined;
  if (unbooked === 'under_way') return { tone: 'warn', title: detailsTexts.paying };
  // A part of the payment may have gone back before, so that this is only what was left of it. Without a reason the provider returned it
  // by itself, perhaps less a few paise: it refunds no less than a rupee.
  const reason = online_payment?.refund_reason;
  const rest = reason === 'wrong_amount' || reason === null;
  if (unbooked === 'refund_processed') {
    return { tone: 'note', title: rest ? detailsTexts.restWentBack : detailsTexts.refunded };
  }
  if (unbooked?.startsWith('refund_')) {
    return { tone: 'note', title: rest ? detailsTexts.restGoesBack : detailsTexts.returned };
  }
  switch (status) {
    case 'confirmed':
      return { tone: 'good', title: detailsTexts.confirmed };
    case 'completed':
      return { tone: 'note', title: detailsTexts.completed };
    case 'cancel_requested':
      return { tone: 'warn', title: detailsTexts.requested };
    case 'cancelled':
      return { tone: 'bad', title: detailsTexts.cancelled };
    case 'no_show':
      return { tone: 'warn', title: detailsTexts.noShow };
    case 'held':
      return { tone: 'note', title: detailsTexts.held };
    case 'expired':
      return { tone: 'note', title: hold_closed === true ? detailsTexts.closed : detailsTexts.expired };
    case 'released':
      return { tone: 'note', title: detailsTexts.released };
  }
}
