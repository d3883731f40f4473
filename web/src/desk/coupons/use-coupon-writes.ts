import { toast } from '@/lib/toast';
import { call, type Answer, type RequestBody } from '@/desk/api/client';
import { hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { couponMessageOfClosedForm, useRereadCoupons, type Coupon, type CouponFields } from './coupons';
import { couponsTexts } from './texts';

/** Makes a coupon. `onSaved` is called when it is made, then `onDone` if the form is still open. */
export function useAdd(onSaved: () => void, onDone: (code: string) => void) {
  const reread = useRereadCoupons();
  const isShown = useIsShown();
  return useWrite<Answer<'post', '/api/desk/coupons'>, RequestBody<'post', '/api/desk/coupons'>>({
    write: (body, key) => call('post', '/api/desk/coupons', { body, key }),
    onSuccess: async ({ code }) => {
      toast.success(couponsTexts.added(code));
      onSaved();
      if (isShown()) onDone(code);
      await reread();
    },
    onError: (cause) => {
      if (!isShown()) toastWriteFailure(cause, couponsTexts.notSaved, couponMessageOfClosedForm);
    },
  });
}

/**
 * Changes a coupon, if it still has the version that was read. If it was changed, used or stopped meanwhile, it is read again: `onReread` is
 * called when that has ended, also if it failed. `onDone` and `onSaved` as by {@link useAdd}.
 */
export function useChange(
  { code, version }: Pick<Coupon, 'code' | 'version'>,
  onSaved: () => void,
  onDone: () => void,
  onReread: () => void,
) {
  const reread = useRereadCoupons();
  const isShown = useIsShown();
  return useWrite<Answer<'put', '/api/desk/coupons/{code}'>, CouponFields>({
    write: (body, key) => call('put', '/api/desk/coupons/{code}', { params: { code }, body, version, key }),
    onSuccess: async () => {
      toast.success(couponsTexts.changed(code));
      onSaved();
      if (isShown()) onDone();
      await reread();
    },
    onError: (cause) => {
      if (!isShown()) toastWriteFailure(cause, couponsTexts.notSaved, couponMessageOfClosedForm);
      // The coupon is read again, so that the next try is based on its newest version.
      if (['changed_meanwhile', 'coupon_used', 'coupon_stopped'].some((one) => hasCode(cause, one))) {
        void reread().then(onReread);
      }
    },
  });
}

/** Stops a coupon for good. `onDone` is called as by {@link useAdd}. */
export function useStop({ code }: Coupon, onDone: () => void) {
  const reread = useRereadCoupons();
  const isShown = useIsShown();
  return useWrite<Answer<'post', '/api/desk/coupons/{code}/stop'>, { reason: string }>({
    write: (body, key) => call('post', '/api/desk/coupons/{code}/stop', { params: { code }, body, key }),
    onSuccess: async () => {
      toast.success(couponsTexts.stoppedNow(code));
      if (isShown()) onDone();
      await reread();
    },
    onError: (cause) => {
      if (!isShown()) toastWriteFailure(cause, couponsTexts.notStopped(code), couponMessageOfClosedForm);
      if (hasCode(cause, 'coupon_stopped')) void reread();
    },
  });
}
