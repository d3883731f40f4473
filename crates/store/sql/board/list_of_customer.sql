-- Board::list_of_customers: the bookings of a player from the day $2 on, the next one first.
select {board_columns}
  from {board_joined}
 where o.customer_id = $1 and o.venue_day >= $2 and o.confirmed_at is not null
 order by o.starts_at, o.order_number
 limit $3
