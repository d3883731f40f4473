-- Orders::list_unbooked_payments: orders of a customer that are not bookings although a payment is under way or was captured; newest
-- first.
select {order_columns}
  from {orders_joined}
 where o.customer_id = $1 and o.status in ('held', 'released', 'expired')
   and exists (select 1
                 from bill_line line
                 join payment on payment.bill_id = line.bill_id
                where line.order_number = o.order_number
                  and (payment.status in ('created', 'authorized')
                       or payment.status in ('captured', 'refunded')
                          and (payment.outcome is null or payment.outcome = 'refund' or payment.outcome = 'returned')))
 order by o.created_at desc, o.order_number desc
 limit $2
