-- PlayerMerges::give: the bookings of the account $1 become bookings of the account $2. A hold stays with $1 and
-- expires: $1 cannot confirm it any more, and $2 may have a hold of its own.
update orders
   set customer_id = $2, version = version + 1
 where customer_id = $1 and status <> 'held'
returning order_number, venue_id, venue_day
