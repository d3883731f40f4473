-- Refunds::list_of_customer: refunds of one customer, for the list of bookings; newest orders first.
select refund.payment_id, refund.order_number, refund.amount_paise, refund.reason, refund.status, refund.attempt,
       refund.tries, refund.provider_refund_id, refund.next_step_at, refund.approved_at, refund.issued_at, refund.ended_at
  from orders o
  join refund on refund.order_number = o.order_number
 where o.customer_id = $1 and o.status in ('cancel_requested', 'cancelled', 'held', 'released', 'expired')
 order by refund.approved_at, refund.payment_id
