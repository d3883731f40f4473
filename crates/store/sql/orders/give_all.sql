-- PlayerMerges::give: the bookings of the account $1 become bookings of the account $2. What is held at this moment stays and expires: nobody
-- can confirm it, and the account that is kept may hold a court itself.
update orders
   set customer_id = $2, version = version + 1
 where customer_id = $1 and status <> 'held'
returning order_number, venue_id, venue_day
