import type { OrderInfo } from '@/api/order-info';
import type { Tone } from '@/ui/Notice';
import { detailsTexts } from './texts';

/** Statuses of an order that is not a booking. */
export const UNBOOKED: ReadonlySet<OrderInfo['status']> = new Set(['held', 'released', 'expired'] as const);

/** The line on top of the details: green only for a confirmed booking (spec §2). */
export function statusBanner({
  status,
  cancelled_by,
  online_payment,
}: Pick<OrderInfo, 'status' | 'cancelled_by'> & Partial<Pick<OrderInfo, 'online_payment'>>): {
  tone: Tone;
  words: string;
} {
  if (cancelled_by === 'venue') return { tone: 'bad', words: detailsTexts.closed };
  const unbooked = UNBOOKED.has(status) ? online_payment?.state : undefined;
  if (unbooked === 'under_way') return { tone: 'warn', words: detailsTexts.paying };
  if (unbooked === 'refund_processed') return { tone: 'note', words: detailsTexts.refunded };
  if (unbooked?.startsWith('refund_')) return { tone: 'note', words: detailsTexts.returned };
  switch (status) {
    case 'confirmed':
      return { tone: 'good', words: detailsTexts.confirmed };
    case 'completed':
      return { tone: 'note', words: detailsTexts.completed };
    case 'cancel_requested':
      return { tone: 'warn', words: detailsTexts.requested };
    case 'cancelled':
      return { tone: 'bad', words: detailsTexts.cancelled };
    case 'no_show':
      return { tone: 'warn', words: detailsTexts.noShow };
    case 'held':
      return { tone: 'note', words: detailsTexts.held };
    case 'expired':
      return { tone: 'note', words: detailsTexts.expired };
    case 'released':
      return { tone: 'note', words: detailsTexts.released };
  }
}
