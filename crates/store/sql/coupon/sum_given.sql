-- DeskCoupons::sum_given: what each coupon took off bookings that were not cancelled, venue by venue.
select o.coupon_id, o.venue_id, cast(sum(o.discount_paise) as bigint) as given_paise
  from coupon
  join orders o on o.coupon_id = coupon.coupon_id
 where {is_sold}
 group by o.coupon_id, o.venue_id
