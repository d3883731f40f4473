import { receiptAddress } from '@/desk/api/money';

/** Opens the receipt of a payment, a PDF, in a tab of its own. */
export function openReceipt(payment: string): void {
  window.open(receiptAddress(payment), '_blank', 'noopener');
}
