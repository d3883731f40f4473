import { answer, api } from '@/api/client';

/**
 * Opens an order at the payment provider for a held court; a repeated call for the same amount returns the same one.
 * With `anyCourt` the player accepts another court of the same type if the payment arrives after the hold expired and
 * this court is taken. `total` is what the player sees, in rupees: for another amount nothing is opened.
 */
export function generatePayment(orderid: string, promocode: string, anyCourt: boolean, total: number) {
  const query = { orderid, promocode, any_court: anyCourt ? 1 : 0, total_paise: Math.round(total * 100) };
  return answer(api.POST('/api/user/generatePayment', { params: { query } }));
}
