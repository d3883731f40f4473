-- Imports::retire_venue: retires the venue; its bookings stay.
update venue
   set active = 0
 where venue_id = $1
