import type { OrderInfo } from '@/api/order-info';
import { roundToPaise } from '@/lib/money';

/**
 * What of the paid amount does not come back, in rupees. If something comes back, less than a rupee that is not the bank charge counts as
 * nothing: it was rounded off in cash, so it was never paid, or it is too little to be sent.
 */
export function keptAmount({
  paid_amount,
  refund_amount,
  bank_charge,
}: Pick<OrderInfo, 'paid_amount' | 'refund_amount' | 'bank_charge'>): number {
  const kept = roundToPaise(paid_amount - refund_amount);
  const isLeftOver = kept < 1 && kept !== bank_charge && refund_amount > 0;
  return isLeftOver ? 0 : kept;
}
