-- Imports::switch_off_court: it left the operator's file; its bookings stay.
update court
   set active = 0
 where court_id = $1
