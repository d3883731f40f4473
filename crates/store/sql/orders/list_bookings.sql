-- Orders::list_bookings: a customer's bookings, newest first, without holds, live or ended, and without unpaid bookings that
-- the desk made and cancelled within $2 milliseconds: the player got no message about them. One that took the place of a
-- booking whose court was closed is listed nevertheless, because the player was told of it.
select {order_columns}
  from {orders_joined}
 where o.customer_id = $1 and o.status not in ('held', 'released', 'expired')
   and not (o.booked_by is not null and o.cancelled_by is not null and o.paid_paise = 0
            and o.cancelled_at - o.confirmed_at < $2
            and not exists (select 1 from closure_offer chosen where chosen.new_order = o.order_number))
 order by o.created_at desc, o.order_number desc
 limit $3
