import type { OrderInfo } from '@/api/order-info';
import type { Tone } from '@/ui/Notice';
import { detailsTexts } from './texts';

/** The line on top of the details: green only for a confirmed booking (spec §2). */
export function statusBanner({ status, cancelled_by }: Pick<OrderInfo, 'status' | 'cancelled_by'>): {
  tone: Tone;
  words: string;
} {
  if (cancelled_by === 'venue') return { tone: 'bad', words: detailsTexts.closed };
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
