-- BookingDays::add_sums: the bookings of a day that were not cancelled and were made in one way, in one of the ranges of time
-- before their start.
insert into missed_sum (venue_id, day, lead, how, bookings, missed) values ($1, $2, $3, $4, $5, $6)
