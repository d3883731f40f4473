-- BookingDays::remove_of_booking, BookingDays::remove_of_bookings: the day of a booking, and the days of later bookings of its player
-- with a coupon: whether such a booking is the first one of the player depends on the earlier ones.
select o.venue_id, o.venue_day
  from orders o
 where o.order_number = $1
union
select later.venue_id, later.venue_day
  from orders o
  join orders later on later.customer_id = o.customer_id
 where o.order_number = $1 and later.coupon_id is not null and later.confirmed_at > o.confirmed_at
