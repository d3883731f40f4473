-- Imports::put_venue: the sums of a venue, if it gets another time zone than it has ($2): its days begin and end at other moments then,
-- so the job sums them again.
delete from revenue_sum
 where venue_id = $1 and exists (select 1 from venue where venue.venue_id = $1 and venue.time_zone <> $2)
