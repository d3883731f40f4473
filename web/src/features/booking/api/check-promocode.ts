import { answer, api } from '@/api/client';

/** Requests the discount of a coupon. `total`, in rupees, is sent as text (spec §7); the server uses its own total. */
export function checkPromocode(orderid: string, code: string, total: number) {
  return answer(
    api.POST('/api/user/check_promocode', {
      body: { orderid, promo_code: code, total_amount: String(total) },
    }),
  );
}
