-- BookingDays::add_sums: the cancelled bookings of a day with the same canceller (parts/cancelled_by) and the same range of
-- time before their start (parts/cancelled_ahead).
insert into cancelled_sum (venue_id, day, lead, canceller, bookings, minutes, sold_again, sold_again_minutes, price_paise)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
