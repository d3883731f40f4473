import { rupees } from '@/lib/money';

/** 12345 → "12,345", grouped the Indian way. */
export function countText(count: number): string {
  return rupees(count).replace('₹', '');
}
