-- Reports::sum_sold: the time sold from day $2 to day $3, by day and start, and what it costs.
select o.venue_day, o.start_minute, count(*) as bookings, cast(sum({minutes_sold}) as bigint) as minutes,
       cast(sum(o.price_paise) as bigint) as price_paise, cast(sum(o.discount_paise) as bigint) as discount_paise
  from orders o
 where {bookings_of_days} and {is_sold}
 group by o.venue_day, o.start_minute
 order by o.venue_day, o.start_minute
