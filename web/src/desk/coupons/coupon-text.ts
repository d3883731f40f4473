import { longDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { allVenuesOf, type Me } from '@/desk/api/me';
import type { Coupon } from './coupons';
import { couponsTexts } from './texts';

/** "20% off, at most ₹150", "₹50 off". */
export function givesText({
  percent_hundredths,
  flat_paise,
  max_discount_paise,
}: Pick<Coupon, 'percent_hundredths' | 'flat_paise' | 'max_discount_paise'>): string {
  if (percent_hundredths === null) {
    return couponsTexts.flatOff(rupees(Math.min(flat_paise ?? 0, max_discount_paise ?? Infinity) / 100));
  }
  const percent = String(percent_hundredths / 100);
  return max_discount_paise === null
    ? couponsTexts.percentOff(percent)
    : couponsTexts.percentOffMost(percent, rupees(max_discount_paise / 100));
}

/**
 * The day that matters in its state: "from Tue, 1 Dec 2026" if it is planned, "ended …" if it has ended, else "to Thu,
 * 31 Dec 2026" or "no end". A coupon may be valid for years.
 */
export function daysText({ state, from, until }: Pick<Coupon, 'state' | 'from' | 'until'>): string {
  if (state === 'planned' && from !== null) return couponsTexts.fromDay(longDay(from));
  if (until === null) return couponsTexts.noEnd;
  return state === 'ended' ? couponsTexts.endedOn(longDay(until)) : couponsTexts.toDay(longDay(until));
}

/** "12 of 100 uses", "12 uses". */
export function usesText({ used, total_limit }: Pick<Coupon, 'used' | 'total_limit'>): string {
  return total_limit === null ? couponsTexts.uses(used) : couponsTexts.usesOf(used, total_limit);
}

/** Whether a running coupon has reached its limit of uses. */
export function isUsedUp({ state, used, total_limit }: Pick<Coupon, 'state' | 'used' | 'total_limit'>): boolean {
  return state === 'running' && total_limit !== null && used >= total_limit;
}

/**
 * The names of the venues at which it is valid, past ones included; venues where the signed-in person does not work are only
 * counted.
 */
export function venuesText({ venues }: Pick<Coupon, 'venues'>, me: Me): string {
  if (venues === null) return couponsTexts.allVenues;
  const own = allVenuesOf(me)
    .filter(({ id }) => venues.includes(id))
    .map(({ name }) => name);
  const others = venues.length - own.length;
  return [...own, ...(others > 0 ? [couponsTexts.otherVenues(others)] : [])].join(', ');
}

/** Whether an import switched the coupon off because the operator's file does not name it any more. */
export function hasLeftFile({ state, stop }: Pick<Coupon, 'state' | 'stop'>): boolean {
  return state === 'stopped' && stop === null;
}
