-- Payments::list_of_order: all attempts to pay one order, alone or with others, the oldest first.
select payment.payment_id, payment.amount_paise, payment.status, payment.outcome, payment.failure
  from bill_line line
  join payment on payment.bill_id = line.bill_id
 where line.order_number = $1
 order by payment.seen_at, payment.payment_id
