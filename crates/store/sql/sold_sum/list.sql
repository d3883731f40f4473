-- BookingDays::list_sold: what was sold of a venue from day $2 to day $3, by day and start, as far as the days have been counted. Each
-- counted day has a row of nulls as well, so that a day without bookings is known to be counted.
select d.day as venue_day, cast(null as bigint) as start_minute, cast(null as bigint) as bookings, cast(null as bigint) as minutes,
       cast(null as bigint) as price_paise, cast(null as bigint) as discount_paise
  from booking_day d
 where d.venue_id = $1 and d.day >= $2 and d.day <= $3
union all
select s.day, s.start_minute, s.bookings, s.minutes, s.price_paise, s.discount_paise
  from sold_sum s
 where s.venue_id = $1 and s.day >= $2 and s.day <= $3
 order by venue_day, start_minute
