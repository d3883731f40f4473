-- The bookings `o` of the venue $1 from the day $2 to the day $3, cancelled ones included.
o.venue_id = $1 and o.venue_day >= $2 and o.venue_day <= $3 and o.confirmed_at is not null
