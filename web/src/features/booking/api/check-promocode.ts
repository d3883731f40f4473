import { answer, api } from '@/api/client';

/** Asks what a coupon would take off. The total travels as text (spec §7); the server counts with its own. */
export function checkPromocode(orderid: string, code: string, total: number) {
  return answer(
    api.POST('/api/user/check_promocode', {
      body: { orderid, promo_code: code, total_amount: String(total) },
    }),
  );
}
