-- PlayerExports::read: payments through the provider for the orders of the account.
select distinct payment.bill_id as bill, substr(payment.payment_id, length(payment.payment_id) - 3) as payment_ends_in,
       payment.amount_paise, payment.method, payment.status, payment.refunded_paise, payment.seen_at
  from orders o
  join bill_line line on line.order_number = o.order_number
  join payment on payment.bill_id = line.bill_id
 where o.customer_id = $1
 order by payment.seen_at, payment.bill_id
