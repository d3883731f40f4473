-- Recoveries::list_unbooked_since: payments that were settled after $1 without a booking.
select payment.payment_id, payment.provider_order_id, line.order_number, payment.amount_paise
  from payment
  join bill_line line on line.bill_id = payment.bill_id and line.line_no = 1
 where payment.outcome in ('refund', 'returned') and payment.settled_at > $1
 order by payment.payment_id
