-- Imports::put_hours: a weekday becomes a day off.
delete from opening_hours
 where venue_id = $1 and weekday = $2
