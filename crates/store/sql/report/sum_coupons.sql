-- Reports::sum_coupons: the bookings from day $2 to day $3 with a coupon that were not cancelled, by coupon, with the discount given
-- and how many were a player's first one. `cross join` keeps SQLite from reading the bookings of all days once for each coupon, and
-- the coalesce keeps PostgreSQL from the index over coupons, which would read the bookings of all years.
select o.coupon_id, coupon.code, count(*) as bookings, cast(sum(o.discount_paise) as bigint) as discount_paise,
       cast(sum(o.price_paise) as bigint) as price_paise,
       cast(sum(case when {is_new_player} then 1 else 0 end) as bigint) as new_players
  from orders o
  cross join coupon
 where {bookings_of_days} and {is_sold} and coalesce(o.coupon_id, 0) <> 0
   and coupon.coupon_id = coalesce(o.coupon_id, 0)
 group by o.coupon_id, coupon.code
 order by coupon.code
