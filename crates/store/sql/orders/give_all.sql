-- PlayerMerges::give: the orders of the account $1 become orders of the account $2. A hold stays with $1 and expires, because
-- $2 may have a hold of its own.
update orders
   set customer_id = $2, version = version + 1
 where customer_id = $1 and status <> 'held'
returning order_number, venue_id, venue_day, case when confirmed_at is null then 0 else 1 end as is_booking
