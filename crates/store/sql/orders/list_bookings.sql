-- Orders::list_bookings: a customer's bookings, newest first, without holds, live or ended, and without unpaid bookings that
-- the desk made and cancelled within $2 milliseconds: the player got no message about them.
select {order_columns}
  from {orders_joined}
 where o.customer_id = $1 and o.status not in ('held', 'released', 'expired')
   and not (o.booked_by is not null and o.cancelled_by is not null and o.paid_paise = 0
            and o.cancelled_at - o.confirmed_at < $2)
 order by o.created_at desc, o.order_number desc
 limit $3
