-- BookingDays::list_cancelled: the bookings of a venue from day $2 to day $3 that were cancelled, by day, how long before their start
-- and by whom, as far as the days have been counted. Each counted day has a row of nulls as well.
select d.day as venue_day, cast(null as bigint) as lead, cast(null as text) as canceller, cast(null as bigint) as bookings,
       cast(null as bigint) as minutes, cast(null as bigint) as sold_again, cast(null as bigint) as sold_again_minutes,
       cast(null as bigint) as price_paise
  from booking_day d
 where d.venue_id = $1 and d.day >= $2 and d.day <= $3
union all
select s.day, s.lead, s.canceller, s.bookings, s.minutes, s.sold_again, s.sold_again_minutes, s.price_paise
  from cancelled_sum s
 where s.venue_id = $1 and s.day >= $2 and s.day <= $3
 order by venue_day, lead, canceller
