-- Customers::list_standings: how well the venue knows the customer $1 at $2: games played, strikes, and the block that counts now.
select {games_played} as played, {strikes} as strikes, block.reason, block.last_day, block.until, block.staff_id, block.at
  from customer
  left join player_block block on block.customer_id = customer.customer_id and block.until > $2
 where customer.customer_id = $1
