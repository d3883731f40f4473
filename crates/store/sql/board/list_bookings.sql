-- Board::read, Board::list_of_day: the bookings of a venue's day, those that were cancelled included.
select {board_columns}
  from {board_joined}
 where o.venue_id = $1 and o.venue_day = $2 and o.confirmed_at is not null
 order by o.court_id, o.starts_at, o.order_number
