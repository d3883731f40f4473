-- Imports::switch_off_venue: it left the operator's file; its bookings stay.
update venue
   set active = 0
 where venue_id = $1
