-- Bookings with the tables of parts/board_columns.
orders o
  join court on court.court_id = o.court_id
  join customer on customer.customer_id = o.customer_id
  left join attendance a on a.order_number = o.order_number
