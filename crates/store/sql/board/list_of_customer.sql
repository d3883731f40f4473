-- Board::list_of_customers: the bookings of a player at the venues in $4 (",1,2,") from the day $2 on, the next one first;
-- those that were cancelled come last.
select {board_columns}
  from {board_joined}
 where o.customer_id = $1 and o.venue_day >= $2 and o.confirmed_at is not null
   and $4 like '%,' || cast(o.venue_id as text) || ',%'
 order by case when {is_sold} then 0 else 1 end, o.starts_at, o.order_number
 limit $3
