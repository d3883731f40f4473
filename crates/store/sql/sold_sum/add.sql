-- BookingDays::add_sums: what was sold of one start of a day.
insert into sold_sum (venue_id, day, start_minute, bookings, minutes, price_paise, discount_paise)
values ($1, $2, $3, $4, $5, $6, $7)
