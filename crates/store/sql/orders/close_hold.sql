-- Orders::close_hold: ends a hold without a booking, as 'released' or 'expired'. No row changed: it is not a hold any more.
update orders
   set status = $2, held_until = null, version = version + 1
 where order_number = $1 and status = 'held'
