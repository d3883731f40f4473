-- Payments::list_of_customer: as payment/list_of_order, for the orders of a customer that are not bookings or are on a bill with
-- a refund.
select payment.payment_id, payment.amount_paise, payment.status, payment.outcome, payment.failure, line.order_number
  from orders o
  join bill_line line on line.order_number = o.order_number
  join payment on payment.bill_id = line.bill_id
 where o.customer_id = $1
   and (o.status in ('held', 'released', 'expired')
        or exists (select 1
                     from bill_line own
                     join refund on refund.bill_id = own.bill_id
                    where own.order_number = o.order_number))
 order by payment.seen_at, payment.payment_id
