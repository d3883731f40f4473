import { couponTexts } from '../texts';

/** The coupon of an order in the confirm window: open for a code, being checked, or applied (spec §4). */
export type CouponState =
  | { step: 'open'; code: string; message: string | null }
  | { step: 'checking'; code: string; message: null }
  | { step: 'applied'; code: string; total: number; discount: number };

/** Events that change the state. */
export type CouponEvent =
  | { type: 'typed'; code: string }
  | { type: 'asked' }
  | { type: 'accepted'; code: string; total: number; discount: number }
  | { type: 'refused'; message: string | null }
  | { type: 'unreachable' }
  | { type: 'withdrawn'; message: string }
  | { type: 'removed' };

export const noCoupon: CouponState = { step: 'open', code: '', message: null };

/** The next state. An event that does not fit the step (a late reply, a second tap) changes nothing. */
export function nextCoupon(state: CouponState, event: CouponEvent): CouponState {
  switch (event.type) {
    case 'typed':
      return state.step === 'open' ? { step: 'open', code: event.code, message: null } : state;
    case 'asked': {
      if (state.step !== 'open') return state;
      const code = state.code.trim();
      return code === ''
        ? { step: 'open', code: state.code, message: couponTexts.missing }
        : { step: 'checking', code, message: null };
    }
    case 'accepted':
      return state.step === 'checking' && state.code === event.code
        ? { step: 'applied', code: event.code, total: event.total, discount: event.discount }
        : state;
    case 'refused':
      return state.step === 'checking'
        ? { step: 'open', code: state.code, message: event.message?.trim() || couponTexts.invalid }
        : state;
    case 'unreachable':
      return state.step === 'checking' ? { step: 'open', code: state.code, message: couponTexts.failed } : state;
    case 'withdrawn':
      return { step: 'open', code: '', message: event.message.trim() || couponTexts.invalid };
    case 'removed':
      return noCoupon;
    default:
      return state;
  }
}

/** The order's total now, in rupees. */
export function totalWith(coupon: CouponState, original: number): number {
  return coupon.step === 'applied' ? coupon.total : original;
}

/** The code to send with the confirmation: only one that was accepted. */
export function appliedCode(coupon: CouponState): string {
  return coupon.step === 'applied' ? coupon.code : '';
}
