-- PriceVersions::list_booked: the bookings of a venue from a day on.
select court_id, venue_day, start_minute
  from orders
 where venue_id = $1 and venue_day >= $2 and confirmed_at is not null and status = 'confirmed'
