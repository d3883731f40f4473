import { rupees } from '@/lib/money';
import type { PriceVersion } from './prices';

/** "₹800 – ₹900": the prices of a version; empty if it has none. */
export function priceRange({ lowest_paise: lowest, highest_paise: highest }: PriceVersion): string {
  if (lowest === null || highest === null) return '';
  return lowest === highest ? rupees(lowest / 100) : `${rupees(lowest / 100)} – ${rupees(highest / 100)}`;
}
