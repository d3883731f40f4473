import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { call, type Answer } from '@/desk/api/client';
import { hasCode } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';
import { couponsTexts } from './texts';

/** A page of the coupons. */
export type CouponList = Answer<'get', '/api/desk/coupons'>;
/** A page of the bookings with a coupon. */
export type UsesPage = Answer<'get', '/api/desk/coupons/{code}/uses'>;
export type Coupon = components['schemas']['DeskCoupon'];
export type CouponState = components['schemas']['CouponState'];
export type CouponFields = components['schemas']['CouponFields'];
/** What a coupon takes off, and from which price. */
export type Discount = Pick<
  CouponFields,
  'percent_hundredths' | 'flat_paise' | 'max_discount_paise' | 'min_amount_paise'
>;

/** The states in the order of the list. */
export const STATES: readonly CouponState[] = ['running', 'planned', 'ended', 'stopped'];

/** How many bookings with a coupon are read at once. */
const USES_OF_A_PAGE = 20;

/** How often the coupons are polled, in milliseconds: players use them at any time, and no event tells of it. */
const REFETCH_MILLISECONDS = 30_000;
/** A screen that is opened within this time after an answer shows that answer. */
const STALE_MILLISECONDS = 2_000;

/** The coupons at the venues of the signed-in person, the running ones first. */
export const couponsQuery = infiniteQueryOptions({
  queryKey: ['coupons', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call('get', '/api/desk/coupons', { query: pageParam === null ? {} : { after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page: CouponList) => page.next,
  staleTime: STALE_MILLISECONDS,
  refetchInterval: REFETCH_MILLISECONDS,
});

/** One coupon. */
export const couponQuery = (code: string) =>
  queryOptions({
    queryKey: ['coupons', 'one', code],
    queryFn: ({ signal }) => call('get', '/api/desk/coupons/{code}', { params: { code }, signal }),
    staleTime: STALE_MILLISECONDS,
    refetchInterval: REFETCH_MILLISECONDS,
  });

/** The bookings with a coupon, the latest first. */
export const usesQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: ['coupons', 'uses', code],
    queryFn: ({ pageParam, signal }) =>
      call('get', '/api/desk/coupons/{code}/uses', {
        params: { code },
        query: { limit: String(USES_OF_A_PAGE), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: UsesPage) => page.next,
    staleTime: STALE_MILLISECONDS,
    refetchInterval: REFETCH_MILLISECONDS,
  });

/** What a price costs with a coupon, by the server's rule; `discount` is null while the form has no valid one. */
export const exampleQuery = (discount: Discount | null, price_paise: number | null) =>
  queryOptions({
    queryKey: ['coupons', 'example', discount, price_paise],
    queryFn: ({ signal }) => {
      const known = Object.entries({ ...discount, price_paise }).filter(([, value]) => typeof value === 'number');
      const query = Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
      return call('get', '/api/desk/coupon-example', { query, signal });
    },
    enabled: discount !== null && price_paise !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });

/** Reads everything about the coupons again. */
export function useRereadCoupons(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['coupons'] });
}

/** As {@link couponMessage}, for a form that was closed before the answer came: the message does not mention what was typed. */
export function couponMessageOfClosedForm(cause: Error): string {
  return hasCode(cause, 'changed_meanwhile') ? failureMessage(cause) : couponMessage(cause);
}

/** The message of a refused call of this screen. */
export function couponMessage(cause: Error): string {
  const problems = couponsTexts.problems;
  const code = cause instanceof ApiFailure ? cause.code : '';
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : failureMessage(cause);
}
