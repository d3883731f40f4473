import { useEffect, useReducer, useRef } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';
import { useSingleMutation } from '@/api/use-single-mutation';
import { checkPromocode } from '../api/check-promocode';
import { type CouponState, nextCoupon, noCoupon } from './coupon-state';

export interface CouponNeeds {
  orderid: string;
  /** Rupees, before any coupon. */
  total: number;
  /** The coupon that the address names when the window opens. */
  remembered: string | undefined;
  /** Puts the applied code into the address, or removes it. */
  remember: (code: string | undefined) => void;
}

/** The coupon of an open order (spec §4, §5). */
export function useCoupon({ orderid, total, remembered, remember }: CouponNeeds) {
  const [coupon, dispatch] = useReducer(nextCoupon, remembered, (code): CouponState =>
    code === undefined ? noCoupon : { kind: 'checking', code, message: null },
  );
  const { mutate: check } = useSingleMutation({
    mutationFn: (code: string) => checkPromocode(orderid, code, total),
    onSuccess: (reply, code) => {
      if (succeeded(reply) && 'promocode_discount' in reply) {
        dispatch({
          kind: 'accepted',
          code,
          total: reply.total_amount,
          discount: reply.promocode_discount,
        });
        remember(code);
      } else {
        dispatch({ kind: 'refused', message: reply.message });
        remember(undefined);
      }
    },
    // An error that is no ApiFailure is a defect, which the query client reports.
    onError: (cause) => {
      const hasMessage = cause instanceof ApiFailure && !cause.gotNoReply && cause.userMessage !== '';
      dispatch(hasMessage ? { kind: 'refused', message: cause.userMessage } : { kind: 'unreachable' });
    },
  });

  const first = useRef(check);
  useEffect(() => {
    if (remembered !== undefined) first.current(remembered);
    // Only the code that was in the address when the window opened is checked again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return {
    coupon,
    edit: (code: string) => dispatch({ kind: 'typed', code }),
    apply: () => {
      const submitted = nextCoupon(coupon, { kind: 'submitted' });
      dispatch({ kind: 'submitted' });
      if (submitted.kind === 'checking' && coupon.kind === 'open') check(submitted.code);
    },
    remove: () => {
      dispatch({ kind: 'removed' });
      remember(undefined);
    },
    /** The server refused the applied coupon. */
    refuse: (message: string) => {
      dispatch({ kind: 'withdrawn', message });
      remember(undefined);
    },
  };
}
