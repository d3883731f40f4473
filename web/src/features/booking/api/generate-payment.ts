import { answer, api } from '@/api/client';

/**
 * Opens an order at the payment provider for a held court; asked twice, it is the same one. With `anyCourt` another court
 * of the kind will do, should the money come after the hold and this one be gone.
 */
export function generatePayment(orderid: string, promocode: string, anyCourt: boolean) {
  const query = { orderid, promocode, any_court: anyCourt ? 1 : 0 };
  return answer(api.POST('/api/user/generatePayment', { params: { query } }));
}
