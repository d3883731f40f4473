-- Imports::retire_court: retires the court; its bookings stay.
update court
   set active = 0
 where court_id = $1
