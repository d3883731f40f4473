-- Reports::sum_cancelled: the bookings from day $2 to day $3 that were cancelled, by how long before their start and by
-- whom they were cancelled, and by whether their time was sold again.
select {cancelled_ahead} as lead, {cancelled_by} as canceller,
       case when {is_sold_again} then 1 else 0 end as is_sold_again,
       count(*) as bookings, cast(sum({minutes_sold}) as bigint) as minutes, cast(sum(o.price_paise) as bigint) as price_paise
  from orders o
 where {bookings_of_days} and {is_cancelled}
 group by 1, 2, 3
 order by 1, 2, 3
