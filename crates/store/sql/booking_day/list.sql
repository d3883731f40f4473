-- BookingDays::list: the days of a venue that have been counted.
select day
  from booking_day
 where venue_id = $1
 order by day
