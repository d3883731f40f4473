-- BookingDays::find_first_booked: the first day of a venue with a booking, cancelled ones included.
select min(venue_day) as first_day
  from orders
 where venue_id = $1 and confirmed_at is not null
