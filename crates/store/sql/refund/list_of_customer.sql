-- Refunds::list_of_customer: refunds of one customer, for the list of bookings; the oldest first.
select {refund_columns}
  from orders o
  join refund on refund.order_number = o.order_number
 where o.customer_id = $1 and o.status in ('cancel_requested', 'cancelled', 'held', 'released', 'expired')
 order by refund.approved_at, refund.refund_id
