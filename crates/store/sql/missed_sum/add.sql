-- BookingDays::add_sums: the bookings of a day that were not cancelled, made in the same way (parts/booked_how) and in the same
-- range of time before their start (parts/booked_ahead); `missed` of them were missed.
insert into missed_sum (venue_id, day, lead, how, bookings, missed) values ($1, $2, $3, $4, $5, $6)
