import { rupees } from '@/lib/money';

/** 90 → "1.5", 73,845 → "1,230.75": the hours of minutes, grouped the Indian way, with at most two decimals. */
export function hoursText(minutes: number): string {
  const hours = rupees(Math.round((minutes / 60) * 100) / 100).replace('₹', '');
  return hours.replace(/(\.\d)0$/, '$1');
}
