import { rupees } from '@/lib/money';

/** Minutes as hours: 90 → "1.5", 73,845 → "1,230.75"; grouped the Indian way, with at most two decimals. */
export function hoursText(minutes: number): string {
  const hours = rupees(Math.round((minutes / 60) * 100) / 100).replace('₹', '');
  return hours.replace(/(\.\d)0$/, '$1');
}
