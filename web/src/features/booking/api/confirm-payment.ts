import { answer, api } from '@/api/client';

/**
 * Reports a payment made in the checkout; the server verifies it with the provider. Once the court is booked, a
 * repeated call gets the same answer; after `payment_under_way` the next call may get another one.
 */
export function confirmPayment(orderid: string, proof: { payment: string; signature: string }) {
  const query = { orderid, razorpay_payment_id: proof.payment, razorpay_signature: proof.signature };
  return answer(api.POST('/api/user/confirmPayment', { params: { query } }));
}
