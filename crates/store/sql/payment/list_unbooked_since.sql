-- Recoveries::list_unbooked_since: for sideout recover. Payments after $1 without a booking here, which may have had a receipt
-- before the restore.
select payment.payment_id, payment.provider_order_id, line.order_number, payment.amount_paise
  from payment
  join bill_line line on line.bill_id = payment.bill_id and line.line_no = 1
 where payment.outcome in ('refund', 'returned') and payment.settled_at > $1
 order by payment.payment_id
