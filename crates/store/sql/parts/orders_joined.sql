-- Orders with the tables of parts/order_columns.
orders o
  join venue on venue.venue_id = o.venue_id
  join court on court.court_id = o.court_id
  left join court held_court on held_court.court_id = o.moved_from_court_id
  join customer on customer.customer_id = o.customer_id
  left join coupon on coupon.coupon_id = o.coupon_id
