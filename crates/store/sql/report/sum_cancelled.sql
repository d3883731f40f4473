-- Reports::sum_cancelled: the bookings from day $2 to day $3 that were cancelled, by how long before their start and by whom, with what
-- was sold again of their time.
select {cancelled_ahead} as lead, {cancelled_by} as canceller, count(*) as bookings,
       cast(sum({minutes_sold}) as bigint) as minutes,
       cast(sum(case when {is_sold_again} then {minutes_sold} else 0 end) as bigint) as sold_again_minutes,
       cast(sum(case when {is_sold_again} then 1 else 0 end) as bigint) as sold_again,
       cast(sum(o.price_paise) as bigint) as price_paise
  from orders o
 where {bookings_of_days} and {is_cancelled}
 group by 1, 2
