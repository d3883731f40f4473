-- Orders::list_bookings: a customer's bookings, newest first, without holds that ended.
select {order_columns}
  from {orders_joined}
 where o.customer_id = $1 and o.status not in ('held', 'released', 'expired')
 order by o.created_at desc, o.order_number desc
 limit $2
