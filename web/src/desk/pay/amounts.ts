import type { PaymentWay } from '@/desk/api/money';

/** The amount that a booking owes, as it is on the screen. */
export interface DueLine {
  order: string;
  version: number;
  due_paise: number;
}

/** The part of a payment that pays a booking. */
export interface PaidLine {
  order: string;
  version: number;
  amount_paise: number;
}

/** The most bookings that one payment pays, as on the server. */
export const MOST_LINES = 12;

/** The possible numbers of people who share the amount due: at least 2, at most 8. */
export const SHARES = [2, 3, 4, 5, 6, 7, 8] as const;

/** A rupee, in paise. */
const RUPEE = 100;

export function sumOfDue(lines: readonly DueLine[]): number {
  return lines.reduce((sum, { due_paise }) => sum + due_paise, 0);
}

export function isWholeRupees(paise: number): boolean {
  return paise % RUPEE === 0;
}

/** What a desk gives for a refund: in cash whole rupees, rounded up as the server does. */
export function givenPaise(paise: number, way: PaymentWay): number {
  return way === 'cash' ? Math.ceil(paise / RUPEE) * RUPEE : paise;
}

/**
 * Parts of an amount that differ by at most one unit, the larger ones first, and add up to it. In units of a rupee the last
 * part has the paise as well.
 */
export function equalParts(total_paise: number, count: number, unit: 1 | 100): number[] {
  const units = Math.floor(total_paise / unit);
  const least = Math.floor(units / count);
  const larger = units - least * count;
  return Array.from({ length: count }, (_, index) => {
    const part = (least + (index < larger ? 1 : 0)) * unit;
    return index === count - 1 ? part + (total_paise - units * unit) : part;
  });
}

/** Spreads an amount over bookings: each is paid in full before the next one gets a part. */
export function spread(amount_paise: number, lines: readonly DueLine[]): PaidLine[] {
  let rest = amount_paise;
  const paid: PaidLine[] = [];
  for (const { order, version, due_paise } of lines) {
    const amount = Math.min(rest, due_paise);
    if (amount > 0) paid.push({ order, version, amount_paise: amount });
    rest -= amount;
  }
  return paid;
}

/** The steps in rupees to which a player rounds up the cash that they hand over. */
const STEPS = [100, 500, 1_000, 2_000];
const MOST_PROPOSED = 3;

/** The sums in paise that a player probably hands over: the amount rounded up to each step if it is more, at most three. */
export function likelyGiven(amount_paise: number): number[] {
  const sums = STEPS.map((step) => Math.ceil(amount_paise / RUPEE / step) * step * RUPEE);
  return [...new Set(sums)].filter((sum) => sum > amount_paise).slice(0, MOST_PROPOSED);
}
