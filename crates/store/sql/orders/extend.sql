-- Orders::extend: the player has begun to pay; a live hold ($3 is now) lasts to $2.
update orders
   set held_until = $2
 where order_number = $1 and status = 'held' and held_until > $3
