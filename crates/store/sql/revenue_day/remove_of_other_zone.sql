-- Imports::put_venue: the summed days of a venue, if it gets another time zone than it has ($2). Runs after
-- revenue_sum/remove_of_other_zone.
delete from revenue_day
 where venue_id = $1 and exists (select 1 from venue where venue.venue_id = $1 and venue.time_zone <> $2)
