import { answer, api } from '@/api/client';

/**
 * Reports a payment made in the checkout; the server verifies it with the provider. After `payment_under_way` the next
 * call may get another answer.
 */
export function confirmPayment(orderid: string, proof: { payment: string; signature: string }) {
  const query = { orderid, razorpay_payment_id: proof.payment, razorpay_signature: proof.signature };
  return answer(api.POST('/api/user/confirmPayment', { params: { query } }));
}
