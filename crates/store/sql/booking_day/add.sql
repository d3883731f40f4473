-- BookingDays::add: marks a day of a venue as counted, before it is counted: from then on, units of work that change its bookings wait
-- until this one has ended. No row changed: it was counted before.
insert into booking_day (venue_id, day, summed_at) values ($1, $2, $3)
on conflict do nothing
