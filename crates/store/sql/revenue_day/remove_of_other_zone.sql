-- Imports::put_venue: the summed days of a venue, if its new time zone ($2) is another one than it has. Runs after
-- revenue_sum/remove_of_other_zone.
delete from revenue_day
 where venue_id = $1 and exists (select 1 from venue where venue.venue_id = $1 and venue.time_zone <> $2)
