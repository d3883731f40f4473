-- Imports::put_hours: a weekday on which the venue is closed.
delete from opening_hours
 where venue_id = $1 and weekday = $2
