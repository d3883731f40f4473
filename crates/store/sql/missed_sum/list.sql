-- BookingDays::list_missed: the bookings of a venue from day $2 to day $3 that were not cancelled, by day, how and how long before their
-- start they were made, as far as the days have been counted. Each counted day has a row of nulls as well.
select d.day as venue_day, cast(null as bigint) as lead, cast(null as bigint) as how, cast(null as bigint) as bookings,
       cast(null as bigint) as missed
  from booking_day d
 where d.venue_id = $1 and d.day >= $2 and d.day <= $3
union all
select s.day, s.lead, s.how, s.bookings, s.missed
  from missed_sum s
 where s.venue_id = $1 and s.day >= $2 and s.day <= $3
 order by venue_day, lead, how
