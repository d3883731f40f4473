-- Imports::retire_venue: the venue was removed from the operator's file or retired at the desk; its bookings stay.
update venue
   set active = 0
 where venue_id = $1
