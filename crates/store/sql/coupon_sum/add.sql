-- BookingDays::add_sums: the bookings of a day with one coupon that were not cancelled.
insert into coupon_sum (venue_id, day, coupon_id, bookings, price_paise, discount_paise, new_players)
values ($1, $2, $3, $4, $5, $6, $7)
