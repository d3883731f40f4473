-- Orders::list_unbooked_payments: orders of a customer that are not bookings although a payment is under way or was captured; newest
-- first. is_returned: all that was captured for the order was refunded outside this program, and nothing is under way.
select {order_columns},
       case when exists (select 1
                           from bill_line line
                           join payment on payment.bill_id = line.bill_id
                          where line.order_number = o.order_number
                            and (payment.status in ('created', 'authorized')
                                 or payment.status in ('captured', 'refunded') and (payment.outcome is null or payment.outcome = 'refund')))
            then 0 else 1 end as is_returned
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
