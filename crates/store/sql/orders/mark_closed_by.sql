-- Closures::mark_closed_by: the closure $2 cancelled this booking, not the player.
update orders
   set block_id = $2, version = version + 1
 where order_number = $1
