-- Imports::retire_court: the court was removed from the operator's file or retired at the desk; its bookings stay.
update court
   set active = 0
 where court_id = $1
