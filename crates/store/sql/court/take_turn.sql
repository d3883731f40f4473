-- Imports::take_turn_of_courts: before the bookings of a court are looked through. Claims that come later wait until the unit ends, and
-- are refused if it retired the court.
update court
   set active = active
 where court_id = $1
