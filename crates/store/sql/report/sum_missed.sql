-- Reports::sum_missed: of the bookings from day $2 to day $3 that were not cancelled and had begun at $4, how many were missed, by
-- how long before the start and how they were made.
select {booked_ahead} as lead, {booked_how} as how, count(*) as bookings,
       cast(sum(case when {is_missed} then 1 else 0 end) as bigint) as missed
  from orders o
 where {bookings_of_days} and {is_sold} and o.starts_at <= $4
 group by 1, 2
