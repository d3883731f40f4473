-- Imports::put_venue: the sums of a venue, if its new time zone ($2) is another one than it has: its days begin and end at other
-- moments then.
delete from revenue_sum
 where venue_id = $1 and exists (select 1 from venue where venue.venue_id = $1 and venue.time_zone <> $2)
