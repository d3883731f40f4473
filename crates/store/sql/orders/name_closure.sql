-- Closures::name: the venue ended this booking, not the player; $2 says why.
update orders
   set block_id = $2
 where order_number = $1
