-- DeskCoupons::sum_given: what a coupon took off bookings that were not cancelled, at the venues in $2 (",1,2,").
select cast(coalesce(sum(o.discount_paise), 0) as bigint) as given_paise
  from orders o
 where o.coupon_id = $1 and {is_sold}
   and $2 like '%,' || cast(o.venue_id as text) || ',%'
