-- Imports::take_turn_of_courts: locks a court before its bookings are read. Claims that are made later wait until the
-- unit of work ends, and are refused if it retired the court.
update court
   set active = active
 where court_id = $1
