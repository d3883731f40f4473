import { couponTexts } from '../texts';

/** The coupon of an order in the confirm window: open for a code, being checked, or applied (spec §4); in rupees. */
export type CouponState =
  | { kind: 'open'; code: string; message: string | null }
  | { kind: 'checking'; code: string; message: null }
  | { kind: 'applied'; code: string; total: number; discount: number };

/** Events that change the state. */
export type CouponEvent =
  | { kind: 'typed'; code: string }
  | { kind: 'submitted' }
  | { kind: 'accepted'; code: string; total: number; discount: number }
  | { kind: 'refused'; message: string | null }
  | { kind: 'unreachable' }
  | { kind: 'withdrawn'; message: string }
  | { kind: 'removed' };

/** The state before a code is typed. */
export const noCoupon: CouponState = { kind: 'open', code: '', message: null };

/**
 * The next state. A second tap and a late acceptance of another code change nothing. A refusal or a failure counts for
 * the code that is being checked, so only one check may run at a time.
 */
export function nextCoupon(state: CouponState, event: CouponEvent): CouponState {
  switch (event.kind) {
    case 'typed':
      return state.kind === 'open' ? { kind: 'open', code: event.code, message: null } : state;
    case 'submitted': {
      if (state.kind !== 'open') return state;
      const code = state.code.trim();
      return code === ''
        ? { kind: 'open', code: state.code, message: couponTexts.missing }
        : { kind: 'checking', code, message: null };
    }
    case 'accepted':
      return state.kind === 'checking' && state.code === event.code
        ? { kind: 'applied', code: event.code, total: event.total, discount: event.discount }
        : state;
    case 'refused':
      return state.kind === 'checking'
        ? { kind: 'open', code: state.code, message: event.message?.trim() || couponTexts.invalid }
        : state;
    case 'unreachable':
      return state.kind === 'checking' ? { kind: 'open', code: state.code, message: couponTexts.failed } : state;
    case 'withdrawn':
      return { kind: 'open', code: '', message: event.message.trim() || couponTexts.invalid };
    case 'removed':
      return noCoupon;
    default:
      return state;
  }
}

/** The order's total now, in rupees. */
export function totalWith(coupon: CouponState, original: number): number {
  return coupon.kind === 'applied' ? coupon.total : original;
}

/** The code to send with the confirmation: only one that was accepted. */
export function appliedCode(coupon: CouponState): string {
  return coupon.kind === 'applied' ? coupon.code : '';
}
