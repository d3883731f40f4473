-- BookingDays::list_coupons: the bookings of a venue from day $2 to day $3 with a coupon that were not cancelled, by day and coupon, as
-- far as the days have been counted. Each counted day has a row of nulls as well.
select d.day as venue_day, cast(null as bigint) as coupon_id, cast(null as text) as code, cast(null as bigint) as bookings,
       cast(null as bigint) as discount_paise, cast(null as bigint) as price_paise, cast(null as bigint) as new_players
  from booking_day d
 where d.venue_id = $1 and d.day >= $2 and d.day <= $3
union all
select s.day, s.coupon_id, coupon.code, s.bookings, s.discount_paise, s.price_paise, s.new_players
  from coupon_sum s
  join coupon on coupon.coupon_id = s.coupon_id
 where s.venue_id = $1 and s.day >= $2 and s.day <= $3
 order by venue_day, code
