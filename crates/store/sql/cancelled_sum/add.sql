-- BookingDays::add_sums: the bookings of a day that one kind of person cancelled, in one of the ranges of time before their start.
insert into cancelled_sum (venue_id, day, lead, canceller, bookings, minutes, sold_again, sold_again_minutes, price_paise)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
