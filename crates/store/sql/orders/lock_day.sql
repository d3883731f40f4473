-- VenueDays::lock_bookings: locks the confirmed bookings of a venue's day until the unit of work ends.
update orders
   set version = version
 where venue_id = $1 and venue_day = $2 and confirmed_at is not null and status = 'confirmed'
