import type { PaymentFact } from '@/desk/api/fact';
import { roundOff } from '@/desk/lib/round-off';

/** Money that was taken without a network for a booking that owes only a part of it now. */
export interface Overpayment {
  /** The payment of what the booking owes. */
  payment: PaymentFact;
  /** What the desk has of the payment and of the rest, in paise: in cash whole rupees, as they were taken. */
  taken_paise: number;
  rest_paise: number;
}

/** Divides a payment into what its booking owes now and the rest; null if nothing can be taken of it, or all. */
export function divideOverpayment(noted: PaymentFact, due_paise: number | null): Overpayment | null {
  if (due_paise === null || due_paise >= noted.amount_paise) return null;
  const payment = { ...noted, amount_paise: due_paise };
  const taken_paise = takenPaise(payment);
  return taken_paise > 0 ? { payment, taken_paise, rest_paise: takenPaise(noted) - taken_paise } : null;
}

/** What the desk took of a payment, in paise: in cash whole rupees. */
export function takenPaise({ tender, amount_paise }: Pick<PaymentFact, 'tender' | 'amount_paise'>): number {
  return tender === 'cash' ? amount_paise - roundOff(amount_paise) : amount_paise;
}
