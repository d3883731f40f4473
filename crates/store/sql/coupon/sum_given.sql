-- DeskCoupons::sum_given: what each coupon took off bookings that were not cancelled, venue by venue. The bookings of
-- each coupon are looked up by an index, so bookings without a coupon are not read.
select coupon.coupon_id, venue.venue_id,
       cast(coalesce((select sum(o.discount_paise)
                        from orders o
                       where o.coupon_id = coupon.coupon_id and o.venue_id = venue.venue_id and {is_sold}), 0)
            as bigint) as given_paise
  from coupon
 cross join venue
