-- Imports::take_turn_of_courts: locks a court before its bookings are read. Claims that are made later wait until the
-- unit of work ends.
update court
   set active = active
 where court_id = $1
