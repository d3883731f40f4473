-- Orders::extend: a live hold ($3 is the current time) lasts until $2. No row changed: it has expired, or is not a hold any more.
update orders
   set held_until = $2, version = version + 1
 where order_number = $1 and status = 'held' and held_until > $3
