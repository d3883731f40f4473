-- Board::list_of_player: the bookings of a player that began up to $2, the last one first.
select {board_columns}
  from {board_joined}
 where o.customer_id = $1 and o.starts_at <= $2 and o.confirmed_at is not null
 order by o.starts_at desc, o.order_number desc
 limit $3
